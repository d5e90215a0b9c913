package listtype

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestProperties checks the promises of Validate on random schemas and objects.
func TestProperties(t *testing.T) {
	wrong := 0
	for seed := range uint64(1500) {
		g := generate.New(seed)
		shape := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(shape)
		obj := g.Object(shape, generate.Flavor(seed/3%3))
		if requireSound(t, obj, s) {
			wrong++
		}
	}
	assert.Greater(t, wrong, 20, "the generator must give something to report")
}

// requireSound compares Validate with a simple implementation and with ValidateUpdate, and
// reports whether there are errors.
func requireSound(t testing.TB, obj map[string]any, s *structural.Schema) bool {
	t.Helper()
	before := structural.Clone(obj)
	errs := check(t, obj, s)
	require.Equal(t, simply(obj, s), errs.Texts())
	tolerated, ratcheted := checkUpdate(t, obj, obj, s)
	require.Empty(t, tolerated)
	require.Equal(t, errs, ratcheted)
	require.Equal(t, before, any(obj), "the input was written to")
	return len(errs) > 0
}

// simply validates by the words of the package comment, with one text for all
// values that are the same, and a map of texts for every list.
func simply(obj map[string]any, s *structural.Schema) []string {
	var found structural.Errors
	var visit func(v any, s *structural.Schema, at structural.Path)
	visit = func(v any, s *structural.Schema, at structural.Path) {
		switch v := v.(type) {
		case map[string]any:
			names := slices.Sorted(maps.Keys(v))
			if sub := s.AdditionalProperties(); sub != nil {
				for _, k := range names {
					visit(v[k], sub, at.Append(structural.Key(k)))
				}
			}
			for _, k := range names {
				if sub := s.Property(k); sub != nil {
					visit(v[k], sub, at.Append(structural.Field(k)))
				}
			}
		case []any:
			found = append(found, obviousList(v, s).In(at...)...)
			for i, e := range v {
				visit(e, s.Items(), at.Append(structural.Index(i)))
			}
		}
	}
	visit(any(obj), s, nil)
	return found.Texts()
}

func obviousList(l []any, s *structural.Schema) (found structural.Errors) {
	listType, _ := s.ListType()
	count := map[string]int{}
	for i, v := range l {
		text, value := scalarText(v), v
		if m, ok := v.(map[string]any); listType == "map" {
			if !ok && v != nil {
				return structural.Errors{{
					Path: structural.Path{structural.Index(i)}, Kind: field.Invalid, Value: v,
					Detail: "must be an object for an array of list-type map",
				}}
			}
			keys := map[string]any{}
			for _, k := range s.ListMapKeys() {
				if e, given := m[k]; given {
					keys[k] = e
				}
			}
			text, value = "keys "+jsonText(keys), keys
			if len(s.ListMapKeys()) == 1 && len(keys) == 1 {
				text = scalarText(keys[s.ListMapKeys()[0]])
			}
		} else if listType != "set" {
			return nil
		}
		if count[text]++; count[text] == 2 {
			found = append(found, &structural.Error{Path: structural.Path{structural.Index(i)}, Kind: field.Duplicate, Value: value})
		}
	}
	return found
}

func scalarText(v any) string {
	switch v := v.(type) {
	case map[string]any, []any:
		return jsonText(v)
	case float64:
		return fmt.Sprintf("float %v", v+0) // -0 + 0 is 0
	default:
		return fmt.Sprintf("%T %v", v, v)
	}
}

func jsonText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Duplicates must not take memory by the square of the object.
func TestDeepErrorsAreBounded(t *testing.T) {
	const depth, width = 2_000, 5_000
	shape := map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "integer"}}
	list := make([]any, 2*width)
	for i := range list {
		list[i] = int64(i / 2)
	}
	obj := map[string]any{"a": list}
	for range depth {
		shape = map[string]any{"type": "object", "properties": map[string]any{"a": shape}}
		obj = map[string]any{"a": obj}
	}
	s, problems := cases.FromMap(map[string]any{"type": "object", "properties": map[string]any{"a": shape}})
	require.Empty(t, problems)
	errs := check(t, obj, s)
	assert.Len(t, errs, pathset.Limit/((depth+1)*(16+1)+16))
	assert.True(t, strings.HasSuffix(errs[0].Error(), ".a[1]: Duplicate value: 0"), "the first ones are reported")
}

func FuzzValidate(f *testing.F) {
	f.Add(`{"type":"array","x-kubernetes-list-type":"set"}`, `["a","b","a"]`)
	f.Add(`{"type":"array","x-kubernetes-list-type":"set"}`, `[{"a":1},{"a":1.0},[],[],1,1.0,null,null,-0.0,0.0]`)
	f.Add(`{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"]}`, `[{"k":1},{"k":1},{},null]`)
	f.Add(`{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a","b"]}`, `[{"a":1,"b":2},{"a":1.0,"b":2},{},null,{"a":1}]`)
	f.Add(`{"type":"array","x-kubernetes-list-type":"map"}`, `[{},1]`)
	f.Add(`{"additionalProperties":{"x-kubernetes-list-type":"set"},"properties":{"a":{"items":{"x-kubernetes-list-type":"set"}}}}`, `{"a":[[1,1]],"b":[1,1]}`)
	f.Add(`{"type":"array","x-kubernetes-list-type":"set"}`, `[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,1,[1],[1.0],[1e30],[1e30]]`)
	f.Fuzz(func(t *testing.T, shape, value string) {
		sub, err := decode.JSON(context.Background(), []byte(shape))
		if err != nil {
			return
		}
		v, err := decode.JSON(context.Background(), []byte(value))
		if err != nil {
			return
		}
		s, _ := cases.FromMap(map[string]any{"properties": map[string]any{"x": sub.Value}})
		requireSound(t, map[string]any{"x": v.Value}, s)
	})
}
