package crdschema

import (
	"strings"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// coerced holds a coerced object and the errors of its dropped unknown fields.
type coerced struct {
	object  map[string]any
	unknown structural.Errors
}

// coerce returns obj without the fields and nulls that the schema of its version
// does not specify, and with well-formed metadata. Of objects of another group or
// kind only the metadata is coerced.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver,
// unstructuredSchemaCoercer.apply.
func (d *Definition) coerce(obj map[string]any, mode objectmeta.Mode) (coerced, *structural.Error) {
	version, owned := d.owns(obj)
	if !owned && mode == objectmeta.Repair {
		mode = objectmeta.Drop
	}
	out, unknown, err := objectmeta.CoerceRoot(obj, mode)
	if err != nil || !owned {
		return coerced{out, unknown}, err
	}
	schema := d.schemaOf(version)
	if !d.preserveUnknown {
		var pruned []structural.Path
		out, pruned = pruning.Prune(out, schema)
		out = defaulting.DropNulls(out, schema)
		for _, path := range pruned {
			unknown = append(unknown, &structural.Error{Path: path, Kind: structural.UnknownField, Code: codes.UnknownField, Value: structural.Omitted})
		}
	}
	out, embedded, err := objectmeta.Coerce(out, schema, mode)
	return coerced{out, append(unknown, embedded...)}, err
}

// owns reports whether an object has the group and kind of the definition, and
// returns its version.
func (d *Definition) owns(obj map[string]any) (version string, owned bool) {
	kind, _ := obj["kind"].(string)
	group, version := groupVersion(obj)
	return version, kind == d.names.Kind && group == d.group
}

// schemaOf returns the schema of a version, or nil if there is no such version.
func (d *Definition) schemaOf(version string) *structural.Schema {
	if v, ok := d.Version(version); ok {
		return v.schema
	}
	return nil
}

// groupVersion splits the apiVersion of an object. The core group is empty.
func groupVersion(obj map[string]any) (group, version string) {
	apiVersion, _ := obj["apiVersion"].(string)
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		return "", apiVersion
	}
	return group, version
}
