package fakeclient_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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

func TestWatchEndsWithItsContext(t *testing.T) {
	c := newClient(t)
	short, cancel := context.WithCancel(ctx)
	w, err := c.Watch(short, &WidgetList{})
	require.NoError(t, err)
	cancel()
	select {
	case _, open := <-w.ResultChan():
		assert.False(t, open)
	case <-time.After(10 * time.Second):
		t.Fatal("the watch goes on")
	}
	w.Stop()
}

// A watch that cannot start must not leave one of the tracker behind: it panics when its events are
// not read.
func TestWatchThatDoesNotStart(t *testing.T) {
	c := newClient(t)
	broken := widget("broken")
	broken.Annotations = map[string]string{"hub": "no"}
	require.NoError(t, c.Unwrap().Create(ctx, &OldWidget{ObjectMeta: broken.ObjectMeta}))
	_, err := c.Watch(ctx, &WidgetList{})
	require.ErrorContains(t, err, "it has no hub")
	for range 150 {
		require.NoError(t, c.Unwrap().Create(ctx, &Widget{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", GenerateName: "a-"}}))
	}
}

// Objects of the past are kept for open watches only.
func TestFormerObjects(t *testing.T) {
	c := newClient(t)
	obj := created(t, c)
	write := func() {
		obj.Spec.Limit++
		require.NoError(t, c.Update(ctx, obj))
	}
	write()
	assert.Equal(t, 0, c.Former())

	first, err := c.Watch(ctx, &WidgetList{})
	require.NoError(t, err)
	second, err := c.Watch(ctx, &OldWidgetList{})
	require.NoError(t, err)
	write()
	write()
	assert.Equal(t, []string{"MODIFIED 3", "MODIFIED 4"}, next(first, 2))
	first.Stop()
	assert.Equal(t, 2, c.Former())
	second.Stop()
	second.Stop()
	assert.Equal(t, 0, c.Former())
}
