package fakeclient

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	"k8s.io/client-go/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
)

// parts are what a client of the package fake is made of. The fields of these types are not
// exported: they are found by their types, so that a field may get another name.
type parts struct {
	// bottom is the fake client without interceptors.
	bottom client.WithWatch
	// layers are the interceptors around it, outermost first.
	layers []interceptor.Funcs
	// tracker holds the objects. It does not change them.
	tracker testing.ObjectTracker
	types   goTypes
	// counter has the last resourceVersion, or is nil if each object counts for itself.
	counter *atomic.Uint64
	// managedFields reports whether answers have managed fields.
	managedFields bool
}

var interceptorType = reflect.TypeOf(interceptor.NewClient(nil, interceptor.Funcs{}))

// peel takes a fake client apart.
func peel(c client.WithWatch) (parts, error) {
	p := parts{bottom: c}
	for reflect.TypeOf(p.bottom) == interceptorType {
		layer := addressable(reflect.ValueOf(p.bottom))
		funcs, _ := fieldOf[interceptor.Funcs](layer)
		below, found := fieldOf[client.WithWatch](layer)
		if !found {
			break
		}
		p.bottom, p.layers = below, append(p.layers, funcs)
	}
	v := reflect.ValueOf(p.bottom)
	if v.Kind() != reflect.Pointer || v.Type().String() != "*fake.fakeClient" {
		return p, fmt.Errorf("%T is not a client of sigs.k8s.io/controller-runtime/pkg/client/fake", p.bottom)
	}
	versioned, tracker, found := trackerOf(v.Elem())
	if !found {
		return p, fmt.Errorf("this release of controller-runtime is not supported: %T does not hold an ObjectTracker", p.bottom)
	}
	p.tracker = plainTracker(tracker)
	p.types = goTypes{p.bottom.Scheme(), schemeLock(v.Elem())}
	p.counter, _ = fieldOf[*atomic.Uint64](versioned)
	if f := v.Elem().FieldByName("returnManagedFields"); f.IsValid() {
		p.managedFields = f.Bool()
	}
	return p, nil
}

// trackerOf returns the field of a fake client that holds a tracker, and the tracker.
func trackerOf(v reflect.Value) (reflect.Value, testing.ObjectTracker, bool) {
	for i := range v.NumField() {
		if v.Field(i).Kind() != reflect.Struct {
			continue
		}
		if tracker, found := fieldOf[testing.ObjectTracker](v.Field(i)); found {
			return v.Field(i), tracker, true
		}
	}
	return reflect.Value{}, nil, false
}

// schemeLock returns the lock under which a fake client changes its scheme.
func schemeLock(v reflect.Value) *sync.RWMutex {
	if f := v.FieldByName("schemeLock"); f.IsValid() && f.Type() == reflect.TypeFor[sync.RWMutex]() {
		return (*sync.RWMutex)(f.Addr().UnsafePointer())
	}
	return &sync.RWMutex{}
}

// plainTracker returns the tracker below one of client-go that changes managed fields.
func plainTracker(t testing.ObjectTracker) testing.ObjectTracker {
	for {
		v := reflect.ValueOf(t)
		if v.Kind() != reflect.Pointer || !strings.HasPrefix(v.Type().String(), "*testing.") {
			return t
		}
		below, found := fieldOf[testing.ObjectTracker](v.Elem())
		if !found || below == nil {
			return t
		}
		t = below
	}
}

// addressable returns a copy of v whose fields have addresses.
func addressable(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	return out
}

// fieldOf returns the field of a type of v, an addressable struct. It may be unexported.
func fieldOf[T any](v reflect.Value) (T, bool) {
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeFor[T]() {
			return *(*T)(f.Addr().UnsafePointer()), true
		}
	}
	var none T
	return none, false
}
