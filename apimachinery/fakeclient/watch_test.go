package fakeclient_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func TestWatch(t *testing.T) {
	c := newClient(t)
	w, err := c.Watch(ctx, &WidgetList{}, client.MatchingLabels{"on": "yes"})
	require.NoError(t, err)
	defer w.Stop()
	obj := created(t, c)
	for _, value := range []string{"yes", "yes", "no"} {
		obj.Labels = map[string]string{"on": value}
		require.NoError(t, c.Update(ctx, obj))
		obj.Spec.Limit++
		require.NoError(t, c.Update(ctx, obj))
	}
	obj.Labels["on"] = "yes"
	require.NoError(t, c.Update(ctx, obj))
	require.NoError(t, c.Delete(ctx, obj))
	assert.Equal(t, []string{"ADDED 2", "MODIFIED 3", "MODIFIED 4", "DELETED 5", "ADDED 7", "DELETED 8"}, next(w, 6))
}

// next returns the types and resourceVersions of the next events.
func next(w watch.Interface, n int) []string {
	var out []string
	for range n {
		event := <-w.ResultChan()
		out = append(out, string(event.Type)+" "+event.Object.(*Widget).ResourceVersion)
	}
	return out
}

// A removal has a revision of its own, whoever removes the object.
func TestWatchRemoval(t *testing.T) {
	c := newClient(t)
	w, err := c.Watch(ctx, &WidgetList{})
	require.NoError(t, err)
	defer w.Stop()
	held := widget("a")
	held.Finalizers = []string{"example.com/hold"}
	require.NoError(t, c.Create(ctx, held))
	require.NoError(t, c.Delete(ctx, held))
	require.NoError(t, c.Get(ctx, key, held))
	held.Finalizers = nil
	require.NoError(t, c.Update(ctx, held))
	assert.Equal(t, []string{"ADDED 1", "MODIFIED 2", "DELETED 3"}, next(w, 3))

	require.NoError(t, c.Unwrap().Delete(ctx, created(t, c)))
	created(t, c)
	assert.Equal(t, []string{"ADDED 4", "DELETED 5", "ADDED 6"}, next(w, 3))
}
