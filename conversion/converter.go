package conversion

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/gotype"
)

// Converter converts objects of one definition between its versions.
//
// Convert returns one object for each of objs, in the same order, each with the apiVersion
// toAPIVersion ("group/version"). The objects may have different versions, including the
// requested one. Convert must not modify them, but may return or share them. objs may be
// empty: the server calls its converter even then, and the call fails if the webhook could
// not be called. With an error Convert returns no objects.
//
// ctx is the context of the call that needs the conversion, such as an admission. The call's
// budget does not include the work of Convert, but includes checking its results.
type Converter interface {
	Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error)
}

// Func is a [Converter] that converts one object of another version. It need not set the
// apiVersion.
type Func func(ctx context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error)

// Convert calls f for every object of another version. The error names the failed object, or
// is about the context.
func (f Func) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return convertEach(ctx, objs, toAPIVersion, func(obj map[string]any) (map[string]any, error) {
		if f == nil {
			return nil, fmt.Errorf("%s: there is no function to convert it", nameOf(obj))
		}
		out, err := f(ctx, obj, toAPIVersion)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", nameOf(obj), err)
		}
		if out == nil {
			return nil, fmt.Errorf("%s: was converted to nothing", nameOf(obj))
		}
		return withAPIVersion(out, toAPIVersion), nil
	})
}

// None is the [Converter] of the conversion strategy None: it sets only the apiVersion. It
// allocates nothing if all objects have the requested version.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion, nopConverter.
type None struct{}

// Convert sets the apiVersion of all objects. The error is about the context.
func (None) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return convertEach(ctx, objs, toAPIVersion, func(obj map[string]any) (map[string]any, error) {
		return withAPIVersion(obj, toAPIVersion), nil
	})
}

func convertEach(ctx context.Context, objs []map[string]any, to string, convert func(map[string]any) (map[string]any, error)) ([]map[string]any, error) {
	out, copied := objs, false
	for i, obj := range objs {
		if obj["apiVersion"] == any(to) {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		converted, err := convert(obj)
		if err != nil {
			return nil, err
		}
		if !copied {
			out, copied = append([]map[string]any(nil), objs...), true
		}
		out[i] = converted
	}
	return out, nil
}

func withAPIVersion(obj map[string]any, apiVersion string) map[string]any {
	if obj["apiVersion"] == any(apiVersion) {
		return obj
	}
	out := cow.OfMap(obj)
	out.Set("apiVersion", apiVersion)
	obj, _ = out.Result()
	return obj
}

func nameOf(obj map[string]any) string {
	name := gotype.StringAt(obj, "metadata", "name")
	if namespace := gotype.StringAt(obj, "metadata", "namespace"); namespace != "" {
		name = namespace + "/" + name
	}
	return gotype.StringAt(obj, "kind") + " " + name
}
