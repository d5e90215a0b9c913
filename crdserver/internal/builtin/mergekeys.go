package builtin

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/seed95800270/crdschema/crdserver/internal/published"
	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
)

// mergeKeys says how a strategic merge patch merges the fields of a published schema.
type mergeKeys struct{ schema map[string]any }

var _ strategicpatch.LookupPatchMeta = mergeKeys{}

// Name returns "": the schemas have no names.
func (mergeKeys) Name() string { return "" }

// LookupPatchMetadataForStruct returns the schema of a field that is an object.
func (m mergeKeys) LookupPatchMetadataForStruct(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	field := m.field(key)
	return mergeKeys{resolved(field)}, metaOf(field), nil
}

// LookupPatchMetadataForSlice returns the schema of the items of a field that is a list.
func (m mergeKeys) LookupPatchMetadataForSlice(key string) (strategicpatch.LookupPatchMeta, strategicpatch.PatchMeta, error) {
	field := m.field(key)
	return mergeKeys{resolved(untyped.Object(resolved(field), "items"))}, metaOf(field), nil
}

// field returns the schema of a field: of a property, or of all values of a map.
func (m mergeKeys) field(key string) map[string]any {
	if property := untyped.Object(untyped.Object(m.schema, "properties"), key); property != nil {
		return property
	}
	return untyped.Object(m.schema, "additionalProperties")
}

func resolved(schema map[string]any) map[string]any {
	if to := untyped.Text(schema, "$ref"); to != "" {
		return published.Component(to)
	}
	return schema
}

func metaOf(field map[string]any) (out strategicpatch.PatchMeta) {
	if strategy := untyped.Text(field, "x-kubernetes-patch-strategy"); strategy != "" {
		out.SetPatchStrategies(strings.Split(strategy, ","))
	}
	out.SetPatchMergeKey(untyped.Text(field, "x-kubernetes-patch-merge-key"))
	return out
}
