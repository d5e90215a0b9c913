package crdserver_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/seed95800270/crdschema/crdserver"
)

var lamps = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "lamps"}

// dynamicClient returns client-go's dynamic client with the kubeconfig of a server.
func dynamicClient(t testing.TB, server *crdserver.Server) *dynamic.DynamicClient {
	t.Helper()
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	config.QPS = -1
	c, err := dynamic.NewForConfig(config)
	require.NoError(t, err)
	return c
}

func lamp(name, color string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": name}, "spec": map[string]any{"color": color}}}
}

// TestWatch compares the events of a client-go watch with a selector with the writes, in order.
func TestWatch(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithBookmarkInterval(10*time.Millisecond))
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	ctx := t.Context()
	list, err := objects.List(ctx, metav1.ListOptions{})
	require.NoError(t, err)
	w, err := objects.Watch(ctx, metav1.ListOptions{ResourceVersion: list.GetResourceVersion(), FieldSelector: "spec.color=red", AllowWatchBookmarks: true})
	require.NoError(t, err)
	defer w.Stop()
	_, err = objects.Create(ctx, lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	_, err = objects.Create(ctx, lamp("b", "green"), metav1.CreateOptions{})
	require.NoError(t, err)
	for _, patch := range []string{`{"spec":{"watts":5}}`, `{"spec":{"color":"green"}}`, `{"spec":{"color":"red"}}`} {
		_, err = objects.Patch(ctx, "a", types.MergePatchType, []byte(patch), metav1.PatchOptions{})
		require.NoError(t, err)
	}
	require.NoError(t, objects.Delete(ctx, "a", metav1.DeleteOptions{}))
	var got []string
	bookmarks := 0
	for event := range w.ResultChan() {
		if event.Type == watch.Bookmark {
			if bookmarks++; len(got) == 5 {
				break
			}
			continue
		}
		got = append(got, fmt.Sprint(event.Type, " ", event.Object.(*unstructured.Unstructured).GetName()))
	}
	assert.Equal(t, []string{"ADDED a", "MODIFIED a", "DELETED a", "ADDED a", "DELETED a"}, got)
	assert.Positive(t, bookmarks)
}

// TestIdleWatch checks that a watch outlives the time that a client has for an answer while nothing happens.
func TestIdleWatch(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithClientTimeout(200*time.Millisecond))
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	w, err := objects.Watch(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	defer w.Stop()
	time.Sleep(600 * time.Millisecond)
	_, err = objects.Create(t.Context(), lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	event, open := <-w.ResultChan()
	require.True(t, open)
	assert.Equal(t, watch.Added, event.Type, "%v", event.Object)
}

// TestInformer waits until an informer has all objects.
func TestInformer(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := dynamicClient(t, server)
	for i := range 25 {
		_, err := c.Resource(lamps).Namespace("default").Create(t.Context(), lamp(fmt.Sprint("l", i), "red"), metav1.CreateOptions{})
		require.NoError(t, err)
	}
	factory := dynamicinformer.NewDynamicSharedInformerFactory(c, 0)
	informer := factory.ForResource(lamps).Informer()
	stop := make(chan struct{})
	defer factory.Shutdown()
	defer close(stop)
	factory.Start(stop)
	require.True(t, cache.WaitForCacheSync(t.Context().Done(), informer.HasSynced))
	assert.Len(t, informer.GetStore().List(), 25)
	require.NoError(t, c.Resource(lamps).Namespace("default").DeleteCollection(t.Context(), metav1.DeleteOptions{}, metav1.ListOptions{}))
	assert.Eventually(t, func() bool { return len(informer.GetStore().List()) == 0 }, 5*time.Second, 5*time.Millisecond)
}

// TestChunks continues a list at its revision while objects change, and after its revision is forgotten.
func TestChunks(t *testing.T) {
	server := start(t, "lamps.yaml", crdserver.WithHistory(20))
	objects := dynamicClient(t, server).Resource(lamps).Namespace("default")
	ctx := t.Context()
	for i := range 10 {
		_, err := objects.Create(ctx, lamp(fmt.Sprint("l", i), "red"), metav1.CreateOptions{})
		require.NoError(t, err)
	}
	first, err := objects.List(ctx, metav1.ListOptions{Limit: 4})
	require.NoError(t, err)
	assert.Equal(t, int64(6), *first.GetRemainingItemCount())
	require.NoError(t, objects.Delete(ctx, "l7", metav1.DeleteOptions{}))
	rest, err := objects.List(ctx, metav1.ListOptions{Continue: first.GetContinue()})
	require.NoError(t, err)
	assert.Len(t, rest.Items, 6, "the list is the one at its revision")
	assert.Equal(t, first.GetResourceVersion(), rest.GetResourceVersion())
	for i := range 30 {
		_, err := objects.Patch(ctx, "l0", types.MergePatchType, fmt.Appendf(nil, `{"spec":{"watts":%d}}`, i+1), metav1.PatchOptions{})
		require.NoError(t, err)
	}
	_, err = objects.List(ctx, metav1.ListOptions{Continue: first.GetContinue()})
	assert.ErrorContains(t, err, "too old to display a consistent list result")
	w, err := objects.Watch(ctx, metav1.ListOptions{ResourceVersion: first.GetResourceVersion()})
	require.NoError(t, err)
	event := <-w.ResultChan()
	assert.Equal(t, watch.Error, event.Type)
	assert.Equal(t, metav1.StatusReasonExpired, event.Object.(*metav1.Status).Reason)
}

// TestDiscovery reads the groups in both forms and the OpenAPI documents with client-go.
func TestDiscovery(t *testing.T) {
	server := start(t, "lamps.yaml")
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	c, err := discovery.NewDiscoveryClientForConfig(config)
	require.NoError(t, err)
	for _, legacy := range []bool{false, true} {
		c.UseLegacyDiscovery = legacy
		groups, resources, err := c.ServerGroupsAndResources()
		require.NoError(t, err)
		var names []string
		for _, list := range resources {
			for _, r := range list.APIResources {
				names = append(names, list.GroupVersion+" "+r.Name)
			}
		}
		assert.Len(t, groups, 25)
		assert.Subset(t, names, []string{"v1 namespaces", "v1 namespaces/status", "v1 pods", "apps/v1 deployments", "apps/v1 deployments/scale",
			"apiextensions.k8s.io/v1 customresourcedefinitions", "apiextensions.k8s.io/v1 customresourcedefinitions/status",
			"example.com/v1 lamps", "example.com/v1 lamps/status", "example.com/v1 lamps/scale",
			"example.com/v1beta1 lamps", "example.com/v1beta1 lamps/status", "example.com/v1beta1 lamps/scale"})
	}
	doc, err := c.OpenAPISchema()
	require.NoError(t, err)
	var found bool
	for _, model := range doc.Definitions.AdditionalProperties {
		found = found || model.Name == "com.example.v1.Lamp"
	}
	assert.True(t, found)
	paths, err := c.OpenAPIV3().Paths()
	require.NoError(t, err)
	text, err := paths["apis/example.com/v1"].Schema("application/json")
	require.NoError(t, err)
	assert.Contains(t, string(text), "com.example.v1.Lamp")
	version, err := c.ServerVersion()
	require.NoError(t, err)
	assert.Equal(t, "37", version.Minor)
}

// TestClose leaves no goroutine of the server, also with a watch that is open.
func TestClose(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	server, err := crdserver.Start(ctx, crdserver.WithCRDs(read(t, "lamps.yaml")))
	require.NoError(t, err)
	w, err := dynamicClient(t, server).Resource(lamps).Watch(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	cancel()
	for event := range w.ResultChan() {
		t.Log(event.Type)
	}
	require.NoError(t, server.Close())
	assert.Eventually(t, func() bool {
		stacks := make([]byte, 1<<20)
		return !strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "crdserver.(*Server)")
	}, 5*time.Second, 10*time.Millisecond)
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+4 }, 5*time.Second, 10*time.Millisecond, "client-go keeps a few")
}

// TestNamespaces creates a namespace with the typed client of client-go, which sends protobuf.
func TestNamespaces(t *testing.T) {
	server := start(t, "lamps.yaml")
	config, err := clientcmd.RESTConfigFromKubeConfig(server.Kubeconfig)
	require.NoError(t, err)
	config.ContentType = "application/vnd.kubernetes.protobuf"
	c, err := kubernetes.NewForConfig(config)
	require.NoError(t, err)
	spaces := c.CoreV1().Namespaces()
	created, err := spaces.Create(t.Context(), &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "test-", Labels: map[string]string{"a": "b"}}}, metav1.CreateOptions{})
	require.NoError(t, err)
	assert.Equal(t, corev1.NamespaceActive, created.Status.Phase)
	created.Labels["c"] = "d"
	updated, err := spaces.Update(t.Context(), created, metav1.UpdateOptions{})
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"a": "b", "c": "d", "kubernetes.io/metadata.name": created.Name}, updated.Labels)
	require.NoError(t, spaces.Delete(t.Context(), created.Name, metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(created.UID))}))
	got, err := spaces.Get(t.Context(), created.Name, metav1.GetOptions{})
	require.NoError(t, err)
	assert.Equal(t, corev1.NamespaceTerminating, got.Status.Phase)
	assert.Equal(t, []corev1.FinalizerName{corev1.FinalizerKubernetes}, got.Spec.Finalizers)
}

// TestWatchOfChangedCRD changes a CRD under watches: a change of the schema ends them, a change of
// the annotations does not. They see the deletion of the CRD as the deletion of its objects.
func TestWatchOfChangedCRD(t *testing.T) {
	server := start(t, "lamps.yaml")
	c := dynamicClient(t, server)
	ctx := t.Context()
	definitions := c.Resource(schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	patch := func(text string) {
		t.Helper()
		_, err := definitions.Patch(ctx, "lamps.example.com", types.JSONPatchType, []byte(text), metav1.PatchOptions{})
		require.NoError(t, err)
	}
	watch := func() watch.Interface {
		t.Helper()
		w, err := c.Resource(lamps).Watch(ctx, metav1.ListOptions{})
		require.NoError(t, err)
		return w
	}
	_, err := c.Resource(lamps).Namespace("default").Create(ctx, lamp("a", "red"), metav1.CreateOptions{})
	require.NoError(t, err)

	w := watch()
	assert.Equal(t, "ADDED", string((<-w.ResultChan()).Type))
	patch(`[{"op":"add","path":"/metadata/annotations","value":{"a":"b"}}]`)
	_, err = c.Resource(lamps).Namespace("default").Patch(ctx, "a", types.MergePatchType, []byte(`{"spec":{"watts":1}}`), metav1.PatchOptions{})
	require.NoError(t, err)
	assert.Equal(t, "MODIFIED", string((<-w.ResultChan()).Type))
	patch(`[{"op":"add","path":"/spec/versions/0/schema/openAPIV3Schema/properties/note","value":{"type":"string"}},
		{"op":"add","path":"/spec/versions/1/schema/openAPIV3Schema/properties/note","value":{"type":"string"}}]`)
	_, open := <-w.ResultChan()
	assert.False(t, open)

	obj, err := c.Resource(lamps).Namespace("default").Patch(ctx, "a", types.MergePatchType, []byte(`{"note":"new"}`), metav1.PatchOptions{})
	require.NoError(t, err)
	assert.Equal(t, "new", obj.Object["note"], "the new schema is served")
	w = watch()
	assert.Equal(t, "ADDED", string((<-w.ResultChan()).Type))
	require.NoError(t, definitions.Delete(ctx, "lamps.example.com", metav1.DeleteOptions{}))
	assert.Equal(t, "DELETED", string((<-w.ResultChan()).Type))
	for event := range w.ResultChan() {
		assert.Equal(t, "ERROR", string(event.Type))
	}
	_, err = c.Resource(lamps).List(ctx, metav1.ListOptions{})
	assert.ErrorContains(t, err, "could not find")
}
