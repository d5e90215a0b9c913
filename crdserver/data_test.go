package crdserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"

	"github.com/seed95800270/crdschema/crdserver"
)

var (
	crds       = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
	namespaces = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
)

func newObject(apiVersion, kind, name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": name}}}
}

// TestData ends a server and starts others with the same file.
func TestData(t *testing.T) {
	file, ctx := filepath.Join(t.TempDir(), "data"), t.Context()
	server, err := crdserver.Start(ctx, crdserver.WithCRDs(read(t, "lamps.yaml")), crdserver.WithData(file))
	require.NoError(t, err)
	c := dynamicClient(t, server)
	_, err = c.Resource(namespaces).Create(ctx, newObject("v1", "Namespace", "home"), metav1.CreateOptions{})
	require.NoError(t, err)
	for _, name := range []string{"desk", "floor"} {
		_, err = c.Resource(lamps).Namespace("home").Create(ctx, lamp(name, "red"), metav1.CreateOptions{})
		require.NoError(t, err)
	}
	require.NoError(t, c.Resource(lamps).Namespace("home").Delete(ctx, "floor", metav1.DeleteOptions{}))
	_, err = c.Resource(configMaps).Namespace("home").Create(ctx, newObject("v1", "ConfigMap", "settings"), metav1.CreateOptions{})
	require.NoError(t, err)
	want := everything(t, c)
	_, err = crdserver.Start(ctx, crdserver.WithData(file))
	assert.ErrorContains(t, err, "another server uses it")
	require.NoError(t, server.Close())

	for _, opts := range [][]crdserver.Option{{crdserver.WithData(file)}, {crdserver.WithData(file), crdserver.WithCRDs(read(t, "lamps.yaml"))}} {
		server, err = crdserver.Start(ctx, opts...)
		require.NoError(t, err)
		c = dynamicClient(t, server)
		assert.Equal(t, want, everything(t, c))
		require.NoError(t, server.Close())
	}

	server, err = crdserver.Start(ctx, crdserver.WithData(file))
	require.NoError(t, err)
	c = dynamicClient(t, server)
	old := want["lamps"][0].GetResourceVersion()
	_, err = c.Resource(lamps).List(ctx, metav1.ListOptions{ResourceVersion: old, ResourceVersionMatch: metav1.ResourceVersionMatchExact})
	assert.True(t, apierrors.IsResourceExpired(err), err)
	_, err = c.Resource(lamps).Namespace("home").Create(ctx, lamp("floor", "red"), metav1.CreateOptions{})
	require.NoError(t, err)
	require.NoError(t, c.Resource(crds).Delete(ctx, "lamps.example.com", metav1.DeleteOptions{}))
	require.NoError(t, server.Close())

	server, err = crdserver.Start(ctx, crdserver.WithData(file), crdserver.WithCRDs(read(t, "lamps.yaml")))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, server.Close()) })
	c = dynamicClient(t, server)
	list, err := c.Resource(lamps).List(ctx, metav1.ListOptions{})
	require.NoError(t, err)
	assert.Empty(t, list.Items, "they went with their CRD")
}

// everything returns the stored objects.
func everything(t *testing.T, c *dynamic.DynamicClient) map[string][]unstructured.Unstructured {
	out := map[string][]unstructured.Unstructured{}
	for _, resource := range []schema.GroupVersionResource{lamps, crds, namespaces, configMaps} {
		list, err := c.Resource(resource).List(t.Context(), metav1.ListOptions{})
		require.NoError(t, err)
		require.NotEmpty(t, list.Items)
		out[resource.Resource] = list.Items
	}
	return out
}

// dataOfChild is the environment variable with the file of the server that TestServeData runs.
const dataOfChild = "CRDSERVER_TEST_DATA"

// TestServeData serves until TestKill kills it. It prints a kubeconfig as a line of JSON.
func TestServeData(t *testing.T) {
	file := os.Getenv(dataOfChild)
	if file == "" {
		return // it is only run by TestKill
	}
	server, err := crdserver.Start(context.Background(), crdserver.WithCRDs(read(t, "lamps.yaml")), crdserver.WithData(file))
	require.NoError(t, err)
	require.NoError(t, json.NewEncoder(os.Stdout).Encode(server.Kubeconfig))
	select {}
}

// TestKill kills a server in the middle of writes, several times: each write that was answered is there
// afterwards, and so is what was read.
func TestKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data")
	want := &answers{revisions: map[string]string{}, unanswered: map[string]bool{}}
	for round := range 3 {
		child := exec.Command(os.Args[0], "-test.run=^TestServeData$")
		child.Env = append(os.Environ(), dataOfChild+"="+file)
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		line, err := bufio.NewReader(out).ReadBytes('\n')
		require.NoError(t, err)
		var kubeconfig []byte
		require.NoError(t, json.Unmarshal(line, &kubeconfig))
		var writers sync.WaitGroup
		for n := range 8 {
			c := dynamicClient(t, &crdserver.Server{Kubeconfig: kubeconfig}).Resource(lamps).Namespace("default")
			writers.Add(1)
			go func() {
				defer writers.Done()
				write(c, fmt.Sprintf("lamp-%d-%d", round, n), want)
			}()
		}
		time.Sleep(700 * time.Millisecond)
		require.NoError(t, child.Process.Kill())
		writers.Wait()
		_ = child.Wait() // killed
	}
	server := start(t, "lamps.yaml", crdserver.WithData(file))
	c := dynamicClient(t, server).Resource(lamps).Namespace("default")
	list, err := c.List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	got := map[string]string{}
	for _, lamp := range list.Items {
		got[lamp.GetName()] = lamp.GetResourceVersion()
	}
	for name, revision := range want.revisions {
		if !want.unanswered[name] {
			assert.Equal(t, revision, got[name], name)
		}
	}
	assert.Greater(t, len(want.revisions), 50)
	t.Log(len(want.revisions), "names,", len(got), "objects")
}

// answers are the answers to writes, by the name of the object.
type answers struct {
	mu         sync.Mutex
	revisions  map[string]string // of the last answered write, "" for a deletion
	unanswered map[string]bool   // the write after it has no answer: it may be stored or not
}

func (a *answers) add(name, revision string, err error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil {
		a.unanswered[name] = true
	} else {
		a.revisions[name] = revision
	}
	return err
}

// write creates lamps, updates every second and deletes every third one until the server is gone.
func write(c dynamic.ResourceInterface, prefix string, to *answers) {
	ctx := context.Background()
	for i := 0; ; i++ {
		name := fmt.Sprint(prefix, "-", i)
		made, err := c.Create(ctx, lamp(name, "red"), metav1.CreateOptions{})
		if to.add(name, revisionOf(made), err) != nil {
			return
		}
		if i%2 == 0 {
			made.Object["spec"] = map[string]any{"color": "green"}
			made, err = c.Update(ctx, made, metav1.UpdateOptions{})
			if to.add(name, revisionOf(made), err) != nil {
				return
			}
		}
		if i%3 == 0 && to.add(name, "", c.Delete(ctx, name, metav1.DeleteOptions{})) != nil {
			return
		}
	}
}

func revisionOf(obj *unstructured.Unstructured) string {
	if obj == nil {
		return ""
	}
	return obj.GetResourceVersion()
}
