package apimachinery

import (
	"context"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/structural"
)

// Defaulter sets the defaults of a definition. It is an admission.Defaulter[T] of
// controller-runtime, and a webhook.CustomDefaulter if T is runtime.Object.
type Defaulter[T runtime.Object] struct{ endpoint }

// NewDefaulter returns a defaulter of objects of a definition at a version ("v1"). Objects
// without apiVersion and kind get the version's. If version is empty, the version of each
// object applies.
func NewDefaulter[T runtime.Object](d *crdschema.Definition, version string) Defaulter[T] {
	return Defaulter[T]{endpoint{d, version}}
}

// Default sets the defaults in obj. In a typed object, fields that encoding/json omits get
// their defaults: a zero is kept only in a pointer or in a field without omitempty.
//
// The error says that obj cannot be read, or that the definition does not have its version.
func (d Defaulter[T]) Default(ctx context.Context, obj T) error {
	m, err := d.toMap(ctx, obj)
	if err != nil {
		return err
	}
	version, err := d.of(m)
	if err != nil {
		return err
	}
	out, _, err := version.Default(ctx, m)
	if err != nil {
		return err
	}
	return setObject(ctx, obj, out)
}

func setObject(ctx context.Context, obj runtime.Object, m map[string]any) error {
	if u, ok := obj.(runtime.Unstructured); ok {
		u.SetUnstructuredContent(structural.Clone(m))
		return nil
	}
	v := reflect.ValueOf(obj)
	if v.Kind() != reflect.Pointer {
		return fmt.Errorf("%T is not a pointer", obj)
	}
	return decode(ctx, m, v)
}
