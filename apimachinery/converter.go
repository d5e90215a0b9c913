package apimachinery

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema/conversion"
)

// ObjectConverter is the conversion.Converter of controller-runtime: it sets dst, a new object
// with its apiVersion and kind, to src at the version of dst.
type ObjectConverter interface {
	ConvertObject(ctx context.Context, src, dst runtime.Object) error
}

// NewConverter returns a converter of objects as maps that calls a typed converter, as the
// conversion webhook of controller-runtime does: for package conversiontest,
// crdschema.WithConverter and package conversion/webhook. The scheme has the Go types of all
// versions.
//
// Objects of the requested version are returned as they are. The error names the object: the
// scheme does not have its type or the requested one, the type cannot read it, the typed
// converter failed, or ctx is done.
//
// Rule: sigs.k8s.io/controller-runtime/pkg/webhook/conversion, webhook.
func NewConverter(scheme *runtime.Scheme, c ObjectConverter) conversion.Converter {
	return typedConverter{scheme, c}
}

type typedConverter struct {
	scheme    *runtime.Scheme
	converter ObjectConverter
}

func (t typedConverter) Convert(ctx context.Context, objs []map[string]any, to string) ([]map[string]any, error) {
	out := make([]map[string]any, len(objs))
	for i, obj := range objs {
		if out[i] = obj; obj["apiVersion"] == to {
			continue
		}
		converted, err := t.convert(ctx, obj, to)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", describe(obj), err)
		}
		out[i] = converted
	}
	return out, nil
}

func describe(obj map[string]any) string {
	meta, _ := obj["metadata"].(map[string]any)
	return fmt.Sprintf("%v %v", obj["kind"], meta["name"])
}

func (t typedConverter) convert(ctx context.Context, obj map[string]any, to string) (map[string]any, error) {
	kind, _ := obj["kind"].(string)
	from, _ := obj["apiVersion"].(string)
	src, err := newObject(t.scheme, schema.FromAPIVersionAndKind(from, kind))
	if err != nil {
		return nil, err
	}
	dst, err := newObject(t.scheme, schema.FromAPIVersionAndKind(to, kind))
	if err != nil {
		return nil, err
	}
	if err := FromMap(ctx, obj, &src); err != nil {
		return nil, err
	}
	if t.converter == nil {
		return nil, errNoConverter
	}
	if err := t.converter.ConvertObject(ctx, src, dst); err != nil {
		return nil, err
	}
	return ToMap(ctx, dst)
}

var (
	errNoScheme    = errors.New("there is no scheme")
	errNoConverter = errors.New("there is no converter")
)

// newObject returns a new object of the scheme with its apiVersion and kind.
func newObject(scheme *runtime.Scheme, gvk schema.GroupVersionKind) (runtime.Object, error) {
	if scheme == nil {
		return nil, errNoScheme
	}
	obj, err := scheme.New(gvk)
	if err != nil {
		return nil, err
	}
	obj.GetObjectKind().SetGroupVersionKind(gvk)
	return obj, nil
}
