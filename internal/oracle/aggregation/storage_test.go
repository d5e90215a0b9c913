package aggregation

import (
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/programs"
	"github.com/seed95800270/crdschema/registry"
)

// TestStorage starts examples/apiserver with the etcd of kube-apiserver. Each of them writes
// definitions and objects, and both read the same.
func TestStorage(t *testing.T) {
	c := startCluster(t)
	program, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	theirs := c.client(t)
	shared := sharedDefinitions(t)
	written := createDefinitions(t, theirs, shared[:len(shared)/2])
	file, err := filepath.Abs(examples + "testdata/crds/lamps.yaml")
	require.NoError(t, err)
	output, err := c.shell(t, c.dir, "kubectl apply -f "+file+"; kubectl wait --for=condition=Established --timeout=180s crd/lamps.example.com")
	require.NoError(t, err, output)
	createLamp(t, theirs, "of-kube-apiserver")

	process, err := programs.StartAPIServer(program, "--etcd-servers="+c.Etcd.URL.String(), "--dir="+t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, process.End(syscall.SIGTERM)) })
	config, err := clientcmd.BuildConfigFromFlags("", process.Kubeconfig)
	require.NoError(t, err)
	config.QPS = -1
	ours, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	assertSame(t, theirs, ours, definitions, written+1)
	assertSame(t, theirs, ours, lamps, 1)

	written += createDefinitions(t, ours, shared[len(shared)/2:])
	createLamp(t, ours, "of-the-example")
	assertSame(t, theirs, ours, definitions, written+1)
	assertSame(t, theirs, ours, lamps, 2)
	assertEncoded(t, theirs, c.Etcd.URL.String())
}

// assertEncoded compares the definitions in etcd, whichever server wrote them, with what the library makes
// of those that kube-apiserver answers.
func assertEncoded(t *testing.T, client dynamic.Interface, url string) {
	storage, err := clientv3.New(clientv3.Config{Endpoints: []string{url}})
	require.NoError(t, err)
	defer func() { assert.NoError(t, storage.Close()) }()
	list, err := client.Resource(definitions).List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	require.NotEmpty(t, list.Items)
	for _, crd := range list.Items {
		answer, err := storage.Get(t.Context(), "/registry/apiextensions.k8s.io/customresourcedefinitions/"+crd.GetName())
		require.NoError(t, err)
		require.Len(t, answer.Kvs, 1)
		stored, err := corpus.DecodeJSON(answer.Kvs[0].Value)
		require.NoError(t, err)
		crd.SetResourceVersion("")
		encoded, err := registry.EncodeStoredCRD(t.Context(), crd.Object)
		require.NoError(t, err)
		assert.True(t, parity.Equal(encoded, stored), "%s\nours: %v\netcd: %v", crd.GetName(), encoded, stored)
	}
}

var definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}

// sharedDefinitions returns every tenth definition of the corpus.
func sharedDefinitions(t *testing.T) (out []map[string]any) {
	for i, crd := range corpus.Load(t).CRDs {
		if i%10 == 0 {
			out = append(out, runtime.DeepCopyJSON(crd.Manifest))
		}
	}
	return out
}

// createDefinitions returns how many definitions the server accepts.
func createDefinitions(t *testing.T, client dynamic.Interface, crds []map[string]any) (accepted int) {
	for _, crd := range crds {
		_, err := client.Resource(definitions).Create(t.Context(), &unstructured.Unstructured{Object: crd}, metav1.CreateOptions{})
		if err == nil {
			accepted++
			continue
		}
		require.True(t, apierrors.IsInvalid(err) || apierrors.IsBadRequest(err) || apierrors.IsAlreadyExists(err), "%v", err)
	}
	require.Greater(t, accepted, len(crds)/2)
	return accepted
}

// createLamp waits until the server serves lamps.
func createLamp(t *testing.T, client dynamic.Interface, name string) {
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		_, err := client.Resource(lamps).Namespace("default").Create(t.Context(), lamp(name), metav1.CreateOptions{})
		if !apierrors.IsAlreadyExists(err) {
			assert.NoError(c, err)
		}
	}, patience, time.Second)
}

// assertSame waits until two servers list the same n objects.
func assertSame(t *testing.T, theirs, ours dynamic.Interface, resource schema.GroupVersionResource, n int) {
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		a, err := theirs.Resource(resource).List(t.Context(), metav1.ListOptions{})
		assert.NoError(c, err)
		b, err := ours.Resource(resource).List(t.Context(), metav1.ListOptions{})
		if !assert.NoError(c, err) || !assert.Len(c, a.Items, n) || !assert.Len(c, b.Items, n) {
			return
		}
		for i := range a.Items {
			assert.Equal(c, a.Items[i].Object, b.Items[i].Object)
		}
	}, patience, time.Second, fmt.Sprint(resource.Resource))
	t.Logf("parity: storage %s=%d", resource.Resource, n)
}
