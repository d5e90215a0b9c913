package managedfields_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// Keep replaces managed fields that the server cannot read with the old ones. One empty entry
// removes them.
func TestKeep(t *testing.T) {
	entry := func(fields any) []any {
		return []any{map[string]any{"manager": "m", "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": fields}}
	}
	old := entry(map[string]any{"f:old": map[string]any{}})
	for name, c := range map[string]struct {
		given any
		kept  bool
	}{
		"none":                        {given: nil},
		"all elements":                {given: entry(map[string]any{"f:a": map[string]any{".": map[string]any{}, `k:{"a":1}`: map[string]any{}, `v:"a"`: map[string]any{}, "i:-1": map[string]any{}}}), kept: true},
		"fields of the request":       {given: entry(map[string]any{"f:metadata": map[string]any{"f:name": map[string]any{}}}), kept: true},
		"a field without a type":      {given: entry(map[string]any{"f:a": map[string]any{"spec": map[string]any{}}})},
		"a field without a name":      {given: entry(map[string]any{"f": map[string]any{}})},
		"a set that is a number":      {given: entry(map[string]any{"f:a": int64(1)})},
		"a set that is a string":      {given: entry("f:a")},
		"a key that is no object":     {given: entry(map[string]any{"k:[]": map[string]any{}})},
		"a value that is no JSON":     {given: entry(map[string]any{"v:a": map[string]any{}})},
		"an index that is no integer": {given: entry(map[string]any{"i:1.5": map[string]any{}})},
		"no operation":                {given: []any{map[string]any{"manager": "m"}}},
		"another operation":           {given: []any{map[string]any{"operation": "Bogus", "apiVersion": "v1", "fieldsType": "FieldsV1"}}},
		"two empty entries":           {given: []any{map[string]any{}, map[string]any{}}},
	} {
		meta, was := metaedit.Edit(map[string]any{"metadata": map[string]any{"managedFields": c.given}}), metaedit.Edit(map[string]any{"metadata": map[string]any{"managedFields": old}})
		managedfields.Keep(&meta, &was)
		if c.kept {
			assert.Equal(t, c.given, meta.Get("managedFields"), name)
		} else {
			assert.Equal(t, any(old), meta.Get("managedFields"), name)
		}
	}
	meta, was := metaedit.Edit(map[string]any{"metadata": map[string]any{"managedFields": []any{map[string]any{}}}}), metaedit.Edit(map[string]any{"metadata": map[string]any{"managedFields": old}})
	managedfields.Keep(&meta, &was)
	assert.Nil(t, meta.Get("managedFields"))
}
