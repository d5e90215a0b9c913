package aggregation

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
)

// testKilled kills the server behind the cluster while clients write, and starts it again with the same data.
func testKilled(t *testing.T, c *cluster, s *server) {
	client := c.client(t)
	open := startWatch(t, client, "")
	w := startWriters(t, client, "killed")
	require.NoError(t, s.End(os.Kill))
	awaitEnd(t, open)
	assert.Equal(t, "FailedDiscoveryCheck", awaitAvailable(t, client, "False"))
	_, err := client.Resource(lamps).List(t.Context(), metav1.ListOptions{})
	assert.True(t, apierrors.IsServiceUnavailable(err), err)

	s.start(t)
	assert.Equal(t, "Passed", awaitAvailable(t, client, "True"))
	w.awaitMore(t)
	w.end(t, client)
	assert.Positive(t, w.refused[string(metav1.StatusReasonServiceUnavailable)])
	checkWatch(t, client, "after-the-kill")
}

// testRestarted stops kube-apiserver while clients write through it, and starts it again.
func testRestarted(t *testing.T, c *cluster) {
	client := c.client(t)
	open := startWatch(t, client, "")
	w := startWriters(t, client, "restarted")
	require.NoError(t, c.APIServer.Stop())
	awaitEnd(t, open)
	require.NoError(t, c.APIServer.Start())
	assert.Equal(t, "Passed", awaitAvailable(t, client, "True"))
	w.awaitMore(t)
	w.end(t, client)
	checkWatch(t, client, "after-the-restart")
}

func startWatch(t *testing.T, client dynamic.Interface, revision string) watch.Interface {
	w, err := client.Resource(lamps).Watch(t.Context(), metav1.ListOptions{ResourceVersion: revision})
	require.NoError(t, err)
	t.Cleanup(w.Stop)
	return w
}

// awaitEnd waits until a watch has ended, and checks that it brought nothing but objects before. A stream that breaks
// is the last event of the client.
func awaitEnd(t *testing.T, w watch.Interface) {
	t.Helper()
	limit := time.After(patience)
	for {
		select {
		case event, open := <-w.ResultChan():
			if !open {
				return
			}
			if event.Type == watch.Error {
				assert.Contains(t, fmt.Sprint(apierrors.FromObject(event.Object)), "unable to decode an event from the watch stream")
				continue
			}
			assert.Equal(t, watch.Added, event.Type, event.Object)
		case <-limit:
			require.Fail(t, "the watch is open")
		}
	}
}

// checkWatch checks that a new watch sees what is created after a list.
func checkWatch(t *testing.T, client dynamic.Interface, name string) {
	t.Helper()
	objects := client.Resource(lamps).Namespace("default")
	list, err := objects.List(t.Context(), metav1.ListOptions{})
	require.NoError(t, err)
	w := startWatch(t, client, list.GetResourceVersion())
	_, err = objects.Create(t.Context(), lamp(name), metav1.CreateOptions{})
	require.NoError(t, err)
	select {
	case event := <-w.ResultChan():
		assert.Equal(t, watch.Added, event.Type, event.Object)
		accessor, err := meta.Accessor(event.Object)
		require.NoError(t, err)
		assert.Equal(t, name, accessor.GetName())
	case <-time.After(patience):
		require.Fail(t, "the watch sees nothing")
	}
}
