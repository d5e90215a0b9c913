package definitions

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/internalversion"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/klog/v2"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion/webhook"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
)

// Publisher is told of all stored CRDs after changes.
type Publisher interface {
	Publish(ctx context.Context, crds map[string]map[string]any) error
}

// Config configures a controller.
type Config struct {
	Store     *Store
	Compiler  *crdschema.Compiler
	Host      custom.Host
	Publisher Publisher
	// Webhooks are options of the clients of conversion webhooks.
	Webhooks []webhook.Option
}

// Controller does the work of the server's controllers. One goroutine does all of it except the deletion of
// objects: each CRD has one more while its objects are deleted, because a conversion webhook may hang.
type Controller struct {
	Config
	queue    workqueue.TypedRateLimitingInterface[string]
	crds     map[string]map[string]any // as stored, by name
	served   atomic.Pointer[map[string]served]
	removals map[string]*removal // by name
	beside   sync.WaitGroup      // removals, and kinds that wait for their requests
	ready    chan struct{}
	once     sync.Once
}

// served is how the objects of a CRD are served.
type served struct {
	crd    map[string]any
	kind   *custom.Kind // nil if it is not established, or broken
	broken error        // why there is no kind
	close  func()       // ends the connections of its webhook
}

// NewController returns a controller. It works while Run runs.
func NewController(c Config) *Controller {
	out := &Controller{
		Config: c, crds: map[string]map[string]any{}, removals: map[string]*removal{}, ready: make(chan struct{}),
		queue: workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]()),
	}
	out.served.Store(&map[string]served{})
	return out
}

// Ready returns a channel. It is closed when all CRDs that were stored at the start are served.
func (c *Controller) Ready() <-chan struct{} { return c.ready }

// Run works until the context is done. Then it ends all kinds.
func (c *Controller) Run(ctx context.Context) {
	informer := cache.NewSharedInformer(c.source(), &unstructured.Unstructured{}, 0)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: c.enqueue, UpdateFunc: func(_, obj any) { c.enqueue(obj) }, DeleteFunc: c.enqueue,
	})
	if err != nil {
		klog.ErrorS(err, "definitions are not followed")
		return
	}
	var running sync.WaitGroup
	running.Go(func() { informer.RunWithContext(ctx) })
	if cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		for _, obj := range informer.GetStore().List() {
			u := obj.(*unstructured.Unstructured)
			c.crds[u.GetName()] = u.DeepCopy().Object
			c.queue.Add(u.GetName())
		}
		c.queue.Add("") // something to do if there is no CRD
		running.Go(func() { <-ctx.Done(); c.queue.ShutDown() })
		for c.next(ctx) {
		}
	}
	running.Wait()
	for name := range *c.served.Load() {
		c.serve(name, nil)
	}
	c.beside.Wait()
}

// source lists and watches the stored CRDs.
func (c *Controller) source() *cache.ListWatch {
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			return c.Store.List(ctx, internalOptions(o))
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			events, err := c.Store.Watch(ctx, internalOptions(o))
			if err != nil {
				return nil, err
			}
			return watch.Filter(events, unwrapped), nil
		},
	}
}

// unwrapped returns an event with its object, which a cache may share with other watches.
func unwrapped(event watch.Event) (watch.Event, bool) {
	if shared, ok := event.Object.(runtime.CacheableObject); ok {
		event.Object = shared.GetObject()
	}
	return event, true
}

func internalOptions(o metav1.ListOptions) *internalversion.ListOptions {
	return &internalversion.ListOptions{
		ResourceVersion: o.ResourceVersion, ResourceVersionMatch: o.ResourceVersionMatch, Limit: o.Limit, Continue: o.Continue,
		TimeoutSeconds: o.TimeoutSeconds, AllowWatchBookmarks: o.AllowWatchBookmarks, SendInitialEvents: o.SendInitialEvents,
	}
}

func (c *Controller) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue.Add(key)
	}
}

// next reconciles one name. When no other name waits, it publishes: also what is served beside a name that
// fails.
func (c *Controller) next(ctx context.Context) bool {
	name, shutdown := c.queue.Get()
	if shutdown {
		return false
	}
	defer c.queue.Done(name)
	err := error(nil)
	if name != "" {
		err = c.reconcile(ctx, name)
	}
	if c.queue.Len() == 0 {
		failed := c.Publisher.Publish(ctx, maps.Clone(c.crds))
		if failed == nil && !errors.Is(err, errAgain) {
			c.once.Do(func() { close(c.ready) })
		}
		err = errors.Join(err, failed)
	}
	switch {
	case err == nil:
		c.queue.Forget(name)
	case ctx.Err() == nil:
		if !errors.Is(err, errAgain) {
			klog.ErrorS(err, "a definition is tried again", "name", name)
		}
		c.queue.AddRateLimited(name)
	}
	return true
}

// patience is how long the answer to a change of a CRD waits until the change is in effect.
const patience = time.Second

// await waits until a change of a CRD whose objects are served is in effect: the next requests of the client count
// on it.
func (c *Controller) await(ctx context.Context, name string, revision uint64) {
	if (*c.served.Load())[name].kind == nil {
		return
	}
	_ = wait.PollUntilContextTimeout(ctx, 5*time.Millisecond, patience, true, func(context.Context) (bool, error) {
		now, found := (*c.served.Load())[name]
		return !found || revisionOf(now.crd) >= revision, nil
	}) // later, the change is in effect nevertheless
}

// serve replaces what is served under a name. The one before ends when its requests do.
func (c *Controller) serve(name string, now *served) {
	all := maps.Clone(*c.served.Load())
	old, found := all[name]
	delete(all, name)
	if now != nil {
		all[name] = *now
	}
	c.served.Store(&all)
	if now != nil && now.kind != nil {
		now.kind.Begin()
	}
	if found && old.kind != nil && (now == nil || old.kind != now.kind) {
		if r := c.removals[name]; r != nil {
			r.stop() // it would hold up the end
		}
		c.beside.Go(func() {
			old.kind.Close()
			if old.close != nil {
				old.close()
			}
		})
	}
}
