package objectmeta

import (
	"fmt"
	"maps"
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// CoerceRoot normalises the type and object metadata at the root of obj: kind
// and apiVersion must be strings if they are there, metadata becomes what
// [Metadata] makes of it. What is absent stays absent. unknown are the fields
// lost from metadata, located from the root and in the server's order.
//
// The error is Undecodable and prints what a server says to such a body. As in
// the server, mode says nothing about kind and apiVersion, and in every mode
// metadata that is no object is refused. The map returned beside an error is
// obj.
//
// Call it before pruning, [Coerce] and defaulting, which all leave the
// metadata at the root alone. Use [Drop] in place of [Repair] for a stored
// object of another group or kind than the definition's.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer.
func CoerceRoot(obj map[string]any, mode Mode) (out map[string]any, unknown structural.Errors, err *structural.Error) {
	if err := notText(obj, "kind"); err != nil {
		return obj, nil, err
	}
	if err := notText(obj, "apiVersion"); err != nil {
		return obj, nil, err
	}
	var d decoded
	if meta, found := obj["metadata"]; found {
		if d, err = decodeMetadata(meta, mode); err != nil {
			err.Path = structural.Path{structural.Field("metadata")}
			return obj, nil, err
		}
		if mode == Repair {
			d.repairGeneration()
		}
	}
	if err := notAGroupVersion(obj); err != nil {
		return obj, nil, err
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

// repairGeneration gives objects from before the field existed a generation.
func (d *decoded) repairGeneration() {
	if _, found := d.fields["generation"]; found {
		return
	}
	if !d.changed {
		d.fields, d.changed = maps.Clone(d.fields), true
	}
	d.fields["generation"] = int64(1)
}

// notText refuses a field that is there and not a string.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, NestedString.
func notText(obj map[string]any, key string) *structural.Error {
	v, found := obj[key]
	if _, ok := v.(string); ok || !found {
		return nil
	}
	err := undecodable(v, fmt.Sprintf(".%s accessor error: %v is of the type %T, expected string", key, v, v))
	err.Path = structural.Path{structural.Field(key)}
	return err
}

// notAGroupVersion refuses an apiVersion, known to be a string, with more than
// one slash.
//
// Rule: k8s.io/apimachinery/pkg/runtime/schema, ParseGroupVersion.
func notAGroupVersion(obj map[string]any) *structural.Error {
	v, _ := obj["apiVersion"].(string)
	if strings.Count(v, "/") < 2 {
		return nil
	}
	err := undecodable(v, "unexpected GroupVersion string: "+v)
	err.Path = structural.Path{structural.Field("apiVersion")}
	return err
}
