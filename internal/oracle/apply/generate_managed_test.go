package apply

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// lastApplied returns a value of the annotation of kubectl.
func lastApplied(r *rand.Rand, live map[string]any) string {
	switch r.IntN(6) {
	case 0:
		return pick(r, "", "{", "null", "[]", "{}", `{"apiVersion":"v1"}`)
	case 1:
		text, _ := json.Marshal(part(r, structural.Clone(live), 1))
		return string(text)
	default:
		text, _ := json.Marshal(live)
		return string(text)
	}
}

// managedFields returns the managed fields of a request: those of the live object with
// changes, or made up.
func managedFields(r *rand.Rand, live map[string]any) any {
	meta, _ := live["metadata"].(map[string]any)
	list, _ := structural.Clone(meta["managedFields"]).([]any)
	switch r.IntN(6) {
	case 0:
		return []any{map[string]any{}}
	case 1:
		return pick[any](r, []any{}, nil, "x", []any{"x"}, []any{map[string]any{"manager": int64(1)}})
	case 2: // many managers
		apiVersion, _ := live["apiVersion"].(string)
		for i := range 5 + r.IntN(10) {
			list = append(list, map[string]any{
				"manager": fmt.Sprint("m", i), "operation": pick(r, "Update", "Update", "Update", "Apply"), "apiVersion": pick(r, apiVersion, apiVersion, apiVersion, "other/v1"),
				"time": fmt.Sprintf("2019-01-%02dT00:00:00Z", 1+r.IntN(3)), "fieldsType": "FieldsV1",
				"fieldsV1": map[string]any{"f:spec": map[string]any{fmt.Sprint("f:f", i): map[string]any{}}},
			})
		}
	case 3:
		for _, e := range list {
			if entry, ok := e.(map[string]any); ok && r.IntN(2) == 0 {
				entry[pick(r, "manager", "operation", "apiVersion", "fieldsType", "subresource")] = pick[any](r, "", "x", "Update", "Apply", "FieldsV1", "status", nil)
			}
		}
	case 4:
		for _, e := range list {
			entry, _ := e.(map[string]any)
			set, _ := entry["fieldsV1"].(map[string]any)
			if set != nil {
				set[pick(r, "f:spec", "f:status", "f:x", ".", "z:a", "k:{}", `k:{"name":"a"}`, `k:{"name":"a"} x`, `v:"a"`, `v:1 2`, "v:", "i:1", "i:x", "x", "", "f:")] = pick[any](r, map[string]any{}, map[string]any{".": map[string]any{}}, nil, map[string]any{"f:a": map[string]any{}}, map[string]any{"z:": map[string]any{}}, "x")
			}
		}
	}
	if len(list) > 0 && r.IntN(2) == 0 {
		list = list[1:]
	}
	if list == nil {
		return nil
	}
	return list
}

// oddEntries returns the managed fields of an object with another entry: without fields, at an unknown
// version, or of fields below some that the object has.
func oddEntries(r *rand.Rand, live map[string]any) []any {
	meta, _ := live["metadata"].(map[string]any)
	list, _ := structural.Clone(meta["managedFields"]).([]any)
	apiVersion, _ := live["apiVersion"].(string)
	apiVersion = cmp.Or(apiVersion, "other/v1")
	below := map[string]any{}
	if spec, ok := live["spec"].(map[string]any); ok {
		for _, name := range slices.Sorted(maps.Keys(spec)) {
			if r.IntN(2) == 0 {
				below["f:"+name] = map[string]any{"f:a": map[string]any{}}
			}
		}
	}
	return append(list, map[string]any{
		"manager": "odd", "operation": "Update", "apiVersion": pick(r, apiVersion, apiVersion, "other/v1"), "time": "2019-01-01T00:00:00Z", "fieldsType": "FieldsV1",
		"fieldsV1": pick(r, map[string]any{}, map[string]any{"f:spec": below}, map[string]any{"f:spec": map[string]any{"f:a": map[string]any{}}}),
	})
}
