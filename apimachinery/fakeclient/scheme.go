package fakeclient

import (
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

// goTypes is the scheme of a fake client. The fake client registers the kinds of unstructured objects
// in it while it answers, with the lock held.
type goTypes struct {
	scheme *runtime.Scheme
	lock   *sync.RWMutex
}

// kindOf returns the kind of an object.
func (g goTypes) kindOf(obj runtime.Object) (schema.GroupVersionKind, error) {
	g.lock.RLock()
	defer g.lock.RUnlock()
	return apiutil.GVKForObject(obj, g.scheme)
}

// recognizes reports whether a kind has a Go type.
func (g goTypes) recognizes(gvk schema.GroupVersionKind) bool {
	g.lock.RLock()
	defer g.lock.RUnlock()
	return g.scheme.Recognizes(gvk)
}

// newObject returns an empty object of the Go type of a kind.
func (g goTypes) newObject(gvk schema.GroupVersionKind) (runtime.Object, error) {
	g.lock.RLock()
	defer g.lock.RUnlock()
	return g.scheme.New(gvk)
}
