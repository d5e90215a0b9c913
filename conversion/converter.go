package conversion

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/wire"
)

// Converter converts objects of one definition between its versions.
//
// Convert returns one object for each of objs, in the same order, each with the
// apiVersion toAPIVersion ("group/version"). objs may have several versions,
// among them the one asked for; they belong to the caller and must not be
// changed, but may be returned or shared. There may be none: a server asks
// nevertheless, and fails if it could not have asked a webhook, either. Beside
// an error there are no objects.
type Converter interface {
	Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error)
}

// Func is a [Converter] that converts one object at a time. It is called for
// objects that have not got the version yet. The apiVersion need not be set:
// that is done afterwards.
type Func func(ctx context.Context, obj map[string]any, toAPIVersion string) (map[string]any, error)

// Convert calls f for every object that has another version. The error names
// the object that could not be converted; there is one as well if the context
// is done.
func (f Func) Convert(ctx context.Context, objs []map[string]any, toAPIVersion string) ([]map[string]any, error) {
	return each(objs, toAPIVersion, func(obj map[string]any) (map[string]any, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
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

// each converts the objects of other versions. The very same list is returned
// if there are none.
func each(objs []map[string]any, to string, convert func(map[string]any) (map[string]any, error)) ([]map[string]any, error) {
	out, copied := objs, false
	for i, obj := range objs {
		if obj["apiVersion"] == any(to) {
			continue
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

// nameOf is how an object is called in errors: "CronTab default/backup".
func nameOf(obj map[string]any) string {
	name := wire.Text(obj, "metadata", "name")
	if namespace := wire.Text(obj, "metadata", "namespace"); namespace != "" {
		name = namespace + "/" + name
	}
	return wire.Text(obj, "kind") + " " + name
}
