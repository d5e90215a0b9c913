package hints_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/structural"
)

var schemaAt = structural.Path{
	structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"), structural.Field("openAPIV3Schema"),
}

func manifestOf(schema any) map[string]any {
	return map[string]any{"spec": map[string]any{"versions": []any{map[string]any{"schema": map[string]any{"openAPIV3Schema": schema}}}}}
}

// problems are the errors about a manifest with one schema.
func problems(manifest, schema map[string]any) structural.Errors {
	found := decode.Read(manifest, nil)
	if found.Undecodable != nil {
		return structural.Errors{found.Undecodable}
	}
	s, _ := structural.FromMap(schema)
	errs := append(structural.Check(s), structural.CheckKeywords(s)...)
	return append(found.Strict, errs.In(schemaAt...)...)
}

func TestFor(t *testing.T) {
	cases.Run(t, "testdata/schemas.yaml", []string{"schema", "error", "hint", "want"}, func(t *testing.T, c cases.Case) {
		manifest := manifestOf(c.Value("schema"))
		before := structural.Clone(manifest)
		var texts []string
		for _, err := range problems(manifest, c.Object(t, "schema")) {
			if texts = append(texts, err.Error()); err.Error() != c.Text(t, "error") {
				continue
			}
			h, ok := hints.For(manifest, err)
			require.True(t, ok)
			assert.Equal(t, c.Text(t, "hint"), h.Text)
			if c.Has("want") {
				assert.Equal(t, manifestOf(c.Value("want")), hints.Apply(manifest, h.Edits))
			} else {
				assert.Nil(t, h.Edits)
			}
			assert.Equal(t, before, any(manifest))
			return
		}
		t.Errorf("no such error in %q", texts)
	})
}

func TestApply(t *testing.T) {
	in := map[string]any{"a": []any{map[string]any{"b": int64(1)}, int64(2)}, "c": map[string]any{}}
	a, b, c := structural.Field("a"), structural.Field("b"), structural.Field("c")
	out := hints.Apply(in, []hints.Edit{
		{Path: structural.Path{a, structural.Index(0), b}, Value: "new"},
		{Path: structural.Path{a, structural.Index(1)}, Remove: true},
		{Path: structural.Path{a, structural.Index(7)}, Value: "nowhere"},
		{Path: structural.Path{b, c, a}, Value: nil},
		{Path: structural.Path{c, a, b}, Remove: true},
		{Path: nil, Remove: true},
	})
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"b": "new"}}, "b": map[string]any{"c": map[string]any{"a": nil}}, "c": map[string]any{}}, out)
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"b": int64(1)}, int64(2)}, "c": map[string]any{}}, in)
}

// An error of any kind, at any place of anything, is no reason to fail; nothing
// is written to.
func FuzzFor(f *testing.F) {
	f.Add(`{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":{}}}}}]}}`, "spec/versions/#0/schema/openAPIV3Schema/properties/a/type", uint8(2), "must not be empty for")
	f.Add(`{"spec":{"versions":[null, {"storage":true}]}}`, "spec/versions", uint8(0), "must have exactly one version marked as storage")
	f.Add(`{"a":[[]]}`, "items", uint8(2), "because it is defined in x")
	f.Add(`{"type":"null"}`, "type", uint8(4), "")
	f.Add(`{}`, "", uint8(0), "must be atomic as item")
	f.Add(`[1]`, "x-kubernetes-validations/#0/rule", uint8(3), "estimated rule cost")
	f.Add(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "anyOf/#0/type", uint8(3), "must be empty to be structural")
	f.Fuzz(func(t *testing.T, text, place string, kind uint8, detail string) {
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			return
		}
		manifest, isObject := value.(map[string]any)
		if !isObject {
			manifest = manifestOf(value)
		}
		manifest, _ = must(structural.Normalize(manifest)).(map[string]any)
		before := structural.Clone(manifest)
		path := pathOf(place)
		errs := structural.Errors{{Path: path, Kind: structural.Kind(kind % 14), Detail: detail}, {Kind: structural.Kind(kind % 14), Detail: detail}}
		found := decode.Read(manifest, []string{place, `duplicate field "spec"`})
		if found.Undecodable != nil {
			errs = append(errs, found.Undecodable)
		}
		schema, _ := valueAt(manifest, schemaAt).(map[string]any)
		s, _ := structural.FromMap(schema)
		errs = append(errs, append(structural.Check(s), structural.CheckKeywords(s)...).In(schemaAt...)...)
		for _, err := range append(append(errs, found.Strict...), found.Silent...) {
			h, _ := hints.For(manifest, err)
			hints.Apply(manifest, h.Edits)
		}
		assert.Equal(t, before, any(manifest))
	})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func valueAt(v any, path structural.Path) any {
	for _, step := range path {
		switch holder := v.(type) {
		case map[string]any:
			v = holder[step.Name()]
		case []any:
			if step.Index() >= len(holder) {
				return nil
			}
			v = holder[step.Index()]
		default:
			return nil
		}
	}
	return v
}
