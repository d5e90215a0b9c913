package objectmeta

import (
	"context"
	"maps"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Decode normalizes the type and object metadata of obj as the server decodes an object,
// before it looks at a schema: kind and apiVersion must be strings if they are present,
// metadata becomes what [Metadata] returns. Absent fields stay absent. unknown are the
// fields that are dropped from metadata, located from the root and in the server's order.
//
// An error of obj is a *structural.Error, Undecodable, and prints the server's error for
// such a body; obj is returned with it. As in the server, mode does not apply to kind and
// apiVersion, and metadata that is not an object is an error in every mode. Use [Drop]
// instead of [Repair] for a stored object whose group or kind differs from the definition.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer.
func Decode(ctx context.Context, obj map[string]any, mode Mode) (out map[string]any, unknown structural.Errors, err error) {
	w := work.Start(ctx, coercingStage)
	d, invalid := decodeRoot(w, obj, mode)
	if err := w.Err(); err != nil {
		return nil, nil, err
	}
	if invalid != nil {
		return obj, nil, invalid
	}
	if !d.changed {
		return obj, nil, nil
	}
	for _, p := range d.unknown {
		path := structural.Path{structural.Field("metadata")}.Append(p...)
		unknown = append(unknown, unknownField(path, 1))
	}
	out = maps.Clone(obj)
	out["metadata"] = d.fields
	return out, unknown, nil
}

// decodeRoot returns the metadata of obj, if it has any, or the first error.
func decodeRoot(w *work.Tracker, obj map[string]any, mode Mode) (d decoded, invalid *structural.Error) {
	for _, name := range []string{"kind", "apiVersion"} {
		if err := checkString(obj, name); err != nil {
			return d, err
		}
	}
	if meta, found := obj["metadata"]; found {
		d, invalid = decodeMetadata(w, meta, mode)
		w.In(structural.Field("metadata"))
		if invalid != nil {
			invalid.Path = structural.Path{structural.Field("metadata")}
			return d, invalid
		}
		if mode == Repair {
			d.repairGeneration()
		}
	}
	return d, checkGroupVersion(obj)
}

// repairGeneration sets the generation of an object that was stored without one.
func (d *decoded) repairGeneration() {
	if _, found := d.fields["generation"]; found {
		return
	}
	if !d.changed {
		d.fields, d.changed = maps.Clone(d.fields), true
	}
	if d.fields == nil { // a clone of a nil map
		d.fields = map[string]any{}
	}
	d.fields["generation"] = int64(1)
}

// checkString returns an error if a field is present and not a string.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, NestedString.
func checkString(obj map[string]any, name string) *structural.Error {
	v, found := obj[name]
	if _, ok := v.(string); ok || !found {
		return nil
	}
	err := undecodable(codes.TypeMetaType, v, codes.TypeMetaTypeAccessorDetail(name, v))
	err.Path = structural.Path{structural.Field(name)}
	return err
}

func checkGroupVersion(obj map[string]any) *structural.Error {
	v, _ := obj["apiVersion"].(string)
	_, wrong := gotype.ParseGroupVersion(v)
	if wrong == nil {
		return nil
	}
	err := undecodable(codes.APIVersionFormat, v, wrong.Error())
	err.Path = structural.Path{structural.Field("apiVersion")}
	return err
}
