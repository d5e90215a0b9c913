package hints

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
)

const maxSelectable = 8

// selectableSchema returns the draft for selectable fields of a version without a schema. The
// server treats equal schemas of all versions as one schema of the whole CRD, so versions
// with different selectable fields are then without a schema too.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec.
func selectableSchema(p *problem) draft {
	versions, _ := valuepath.At(p.crd, p.above(2)).([]any)
	schema := objectIn(objectIn(p.parent(), "schema"), "openAPIV3Schema")
	if schema == nil || len(versions) < 2 {
		return removing("Add a schema, or remove selectableFields: they name properties of it.")(p)
	}
	const text = "Give all versions the same selectableFields, or different schemas, be it in a description: the server takes equal schemas for one."
	fields := allSelectable(versions, schema)
	p.spend(len(versions) * (1 + len(p.path)))
	if fields == nil {
		return removing(text + " Or remove selectableFields.")(p)
	}
	var changes []change
	for i := range versions {
		path := p.above(2).Append(structural.Index(i)).Append(structural.Field("selectableFields"))
		changes = append(changes, set(path, fields))
	}
	return draft{text, changes}
}

// allSelectable returns the selectable fields of all versions, each once. It returns nil if
// they are too many for one version, or some are not declared: the hint about these would make
// the versions differ again.
func allSelectable(versions []any, schema map[string]any) []any {
	var out []any
	named := map[string]bool{}
	for _, v := range versions {
		version, _ := v.(map[string]any)
		list, _ := version["selectableFields"].([]any)
		for _, f := range list {
			field, _ := f.(map[string]any)
			path := textIn(field, "jsonPath")
			if !named[path] {
				named[path] = true
				out = append(out, f)
			}
			if len(out) > maxSelectable || !selects(path, schema) {
				return nil
			}
		}
	}
	return out
}

func selects(path string, schema map[string]any) bool {
	if found, ok := resolved(path, schema); !ok || found != path || strings.HasPrefix(path, ".metadata.") {
		return false
	}
	for _, name := range strings.Split(path[1:], ".") {
		schema = objectIn(objectIn(schema, "properties"), name)
	}
	return slices.Contains([]string{"string", "boolean", "integer"}, textIn(schema, "type"))
}
