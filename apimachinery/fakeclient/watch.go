package fakeclient

import (
	"context"
	"maps"
	"strconv"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/seed95800270/crdschema/apimachinery"
)

// watch starts a watch of the fake client, and gives its events the form and the order of a server:
// selected objects, at the version of the list, in its Go type. Like the fake client it does not begin
// with the objects that exist. It ends with ctx.
func (s *server) watch(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) (watch.Interface, error) {
	v, err := s.kinds.ofList(s.types, list)
	switch {
	case err != nil:
		return nil, err
	case v == nil:
		return c.Watch(ctx, list, opts...)
	}
	options := (&client.ListOptions{}).ApplyOptions(opts)
	selects, err := v.serverSelection(options, nil)
	if err != nil {
		return nil, err
	}
	s.store.startWatch()
	events, err := s.store.tracker.Watch(v.gvr, v.namespace(options.Namespace))
	if err != nil {
		s.store.endWatch()
		return nil, err
	}
	stored, err := s.store.list(ctx, v.kind, v.namespace(options.Namespace))
	if err != nil {
		events.Stop()
		s.store.endWatch()
		return nil, err
	}
	w := &watcher{server: s, version: v, list: list, selects: selects, below: events, out: make(chan watch.Event), done: make(chan struct{}), last: map[types.NamespacedName]map[string]any{}}
	for _, e := range stored {
		if obj, err := v.kind.Read(ctx, e.stored, v.gvk.Version); err == nil {
			w.last[keyOf(obj)] = obj
		}
	}
	go w.run(ctx)
	return w, nil
}

// watcher is a watch of the objects of a version.
type watcher struct {
	server  *server
	version *version
	list    client.ObjectList
	selects selected
	below   watch.Interface
	out     chan watch.Event
	done    chan struct{}
	stop    sync.Once
	// last are the objects as the watch has seen them.
	last map[types.NamespacedName]map[string]any
}

// Stop ends the watch.
func (w *watcher) Stop() {
	w.stop.Do(func() {
		close(w.done)
		w.below.Stop()
		w.server.store.endWatch()
	})
}

// ResultChan returns the events.
func (w *watcher) ResultChan() <-chan watch.Event { return w.out }

// run reads all events at once: the fake client panics if a hundred are waiting. It ends the watch
// when ctx ends.
func (w *watcher) run(ctx context.Context) {
	defer close(w.out)
	defer w.Stop()
	var queue []watch.Event
	below := w.below.ResultChan()
	for below != nil || len(queue) > 0 {
		out, first := w.out, watch.Event{}
		if len(queue) == 0 {
			out = nil
		} else {
			first = queue[0]
		}
		select {
		case <-ctx.Done():
			return
		case <-w.done:
			return
		case event, open := <-below:
			if !open {
				below = nil
			} else if event, send := w.event(event); send {
				queue = append(queue, event)
			}
		case out <- first:
			queue = queue[1:]
		}
	}
}

// event returns the event of a server for one of the tracker.
func (w *watcher) event(event watch.Event) (watch.Event, bool) {
	ctx := detached()
	accessor, err := meta.Accessor(event.Object)
	if err != nil {
		return event, true
	}
	key := types.NamespacedName{Namespace: accessor.GetNamespace(), Name: accessor.GetName()}
	old := w.last[key]
	var cur map[string]any
	if event.Type != watch.Deleted {
		if cur, err = w.read(ctx, key, event.Object); err != nil {
			return event, true
		}
	}
	revision := text(cur, "resourceVersion")
	w.last[key] = cur
	if cur == nil {
		revision = strconv.FormatUint(w.server.store.removedAt(w.version.kind, key, accessor.GetResourceVersion()), 10)
		delete(w.last, key)
	}
	return w.compare(ctx, old, cur, revision)
}

// read returns the object that the tracker holds at a revision.
func (w *watcher) read(ctx context.Context, key types.NamespacedName, shown runtime.Object) (map[string]any, error) {
	accessor, _ := meta.Accessor(shown)
	if stored := w.server.store.at(w.version.kind, key, accessor.GetResourceVersion()); stored != nil {
		return w.version.kind.Read(ctx, stored, w.version.gvk.Version)
	}
	obj, err := apimachinery.ToMap(ctx, shown)
	if err != nil {
		return nil, err
	}
	obj = maps.Clone(obj)
	obj["apiVersion"], obj["kind"] = w.version.gvk.GroupVersion().String(), w.version.gvk.Kind
	return obj, nil
}

// compare returns the event for a write, at a revision, of an object that was selected or is now.
//
// Rule: k8s.io/apiserver/pkg/storage/cacher, cacheWatcher.convertToWatchEvent.
func (w *watcher) compare(ctx context.Context, old, cur map[string]any, revision string) (watch.Event, bool) {
	was, is := w.selected(ctx, old), w.selected(ctx, cur)
	switch {
	case was && is:
		return w.make(ctx, watch.Modified, cur)
	case is:
		return w.make(ctx, watch.Added, cur)
	case was:
		return w.make(ctx, watch.Deleted, withRevision(old, revision))
	}
	return watch.Event{}, false
}

func (w *watcher) selected(ctx context.Context, obj map[string]any) bool {
	if obj == nil {
		return false
	}
	in, err := w.selects(ctx, obj)
	return in && err == nil
}

// make returns an event with an object in the Go type of the list.
func (w *watcher) make(ctx context.Context, what watch.EventType, obj map[string]any) (watch.Event, bool) {
	out, err := w.server.newItem(w.version, w.list)
	if err == nil {
		err = w.server.fill(ctx, obj, out)
	}
	if err != nil {
		return watch.Event{Type: watch.Error, Object: &metav1.Status{Status: metav1.StatusFailure, Message: err.Error()}}, true
	}
	return watch.Event{Type: what, Object: out}, true
}
