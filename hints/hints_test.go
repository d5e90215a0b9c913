package hints_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var schemaPath = structural.Path{
	structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"), structural.Field("openAPIV3Schema"),
}

func crdOf(schema any) map[string]any {
	return map[string]any{"spec": map[string]any{"versions": []any{map[string]any{"schema": map[string]any{"openAPIV3Schema": schema}}}}}
}

func errorsOf(crd, schema map[string]any) structural.Errors {
	found := decode.Read(crd, nil)
	if found.Undecodable != nil {
		return structural.Errors{found.Undecodable}
	}
	s, _ := cases.FromMap(schema)
	errs := append(cases.Must(structural.Check(context.Background(), s, structural.Resource)), cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource))...)
	return append(append(found.Strict, errs.In(schemaPath...)...), created(crd)...)
}

func TestFor(t *testing.T) {
	cases.Run(t, "testdata/schemas.yaml", []string{"schema", "error", "hint", "want", "loses"}, func(t *testing.T, c cases.Case) {
		crd := crdOf(c.Value("schema"))
		before := structural.Clone(crd)
		var texts []string
		for _, err := range errorsOf(crd, c.Object(t, "schema")) {
			if texts = append(texts, err.Error()); err.Error() != c.Text(t, "error") {
				continue
			}
			h, ok := cases.Must2(hints.For(t.Context(), crd, err))
			require.True(t, ok)
			assert.Equal(t, c.Text(t, "hint"), h.Text)
			if c.Has("want") {
				assert.Equal(t, crdOf(c.Value("want")), h.Apply(crd))
			} else {
				assert.Nil(t, h.Edits)
			}
			assert.Equal(t, textsOf(t, c, "loses"), pathsFrom(h.Loses, len(schemaPath)))
			assert.Equal(t, before, any(crd))
			return
		}
		t.Errorf("no such error in %q", texts)
	})
}

func TestForCRDs(t *testing.T) {
	cases.Run(t, "testdata/crds.yaml", []string{"crd", "code", "at", "detail", "hint", "want", "loses"}, func(t *testing.T, c cases.Case) {
		crd := c.Object(t, "crd")
		err := &structural.Error{Path: pathOf(c.Text(t, "at")), Code: codes.Code(c.Text(t, "code"))}
		if c.Has("detail") {
			err.Detail = c.Text(t, "detail")
		}
		h, ok := cases.Must2(hints.For(t.Context(), crd, err))
		require.True(t, ok)
		assert.Equal(t, c.Text(t, "hint"), h.Text)
		if c.Has("want") {
			assert.Equal(t, c.Value("want"), any(h.Apply(crd)))
		} else {
			assert.Nil(t, h.Edits)
		}
		assert.Equal(t, textsOf(t, c, "loses"), pathsFrom(h.Loses, 0))
	})
}

func textsOf(t *testing.T, c cases.Case, field string) []string {
	if !c.Has(field) {
		return nil
	}
	return c.Texts(t, field)
}

// pathsFrom returns paths without their first steps as texts.
func pathsFrom(paths []structural.Path, start int) (out []string) {
	for _, p := range paths {
		out = append(out, p[start:].String())
	}
	return out
}

// pathOf returns the path written as names between slashes. The number of # after
// the first one is an index.
func pathOf(text string) (path structural.Path) {
	for name := range strings.SplitSeq(text, "/") {
		if index, isIndex := strings.CutPrefix(name, "#"); isIndex {
			path = append(path, structural.Index(len(index)))
		} else {
			path = append(path, structural.Field(name))
		}
	}
	return path
}

func TestApply(t *testing.T) {
	in := map[string]any{"a": []any{map[string]any{"b": int64(1)}, int64(2)}, "c": map[string]any{}}
	a, b, c := structural.Field("a"), structural.Field("b"), structural.Field("c")
	out := hints.Hint{Edits: []hints.Edit{
		{Path: structural.Path{a, structural.Index(0), b}, Value: "new"},
		{Path: structural.Path{a, structural.Index(1)}, Remove: true},
		{Path: structural.Path{a, structural.Index(7)}, Value: "nowhere"},
		{Path: structural.Path{b, c, a}, Value: nil},
		{Path: structural.Path{c, a, b}, Remove: true},
		{Path: nil, Remove: true},
	}}.Apply(in)
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"b": "new"}}, "b": map[string]any{"c": map[string]any{"a": nil}}, "c": map[string]any{}}, out)
	assert.Equal(t, map[string]any{"a": []any{map[string]any{"b": int64(1)}, int64(2)}, "c": map[string]any{}}, in)
}

// An error with any code at any path of any value causes no failure, and nothing
// is written to.
func FuzzFor(f *testing.F) {
	add := func(crd, at string, code codes.Code, kind structural.Kind, detail string) {
		f.Add(crd, at, string(code), uint8(kind), detail)
	}
	add(`{"spec":{"versions":[{"schema":{"openAPIV3Schema":{"properties":{"a":{}}}}}]}}`, "spec/versions/#/schema/openAPIV3Schema/properties/a/type", codes.TypeRequired, field.Required, "")
	add(`{"spec":{"versions":[null, {"storage":true}]}}`, "spec/versions", codes.StorageVersion, field.Invalid, "")
	add(`{"a":[[]]}`, "items", codes.BranchUndeclared, field.Required, "")
	add(`{"type":"null"}`, "type", codes.TypeUnsupported, field.NotSupported, "")
	add(`{}`, "", codes.SetItemsNotAtomic, field.Invalid, "")
	add(`[1]`, "x-kubernetes-validations/#/rule", codes.RuleCost, field.Forbidden, "")
	add(`[1]`, "x-kubernetes-validations/#/rule", codes.RuleUndefinedField, field.Invalid, "undefined field 'a'")
	add(`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, "anyOf/#/type", codes.BranchKeyword, field.Forbidden, "")
	f.Fuzz(func(t *testing.T, text, at, code string, kind uint8, detail string) {
		var value any
		if json.Unmarshal([]byte(text), &value) != nil {
			return
		}
		crd, isObject := value.(map[string]any)
		if !isObject {
			crd = crdOf(value)
		}
		crd, _ = cases.Must(structural.Normalize(crd)).(map[string]any)
		before := structural.Clone(crd)
		path := pathOf(at)
		err := structural.Error{Code: codes.Code(code), Kind: structural.Kind(kind % 14), Detail: detail}
		withPath := err
		withPath.Path = path
		errs := structural.Errors{&err, &withPath}
		found := decode.Read(crd, []string{at, `duplicate field "spec"`})
		if found.Undecodable != nil {
			errs = append(errs, found.Undecodable)
		}
		schema, _ := valuepath.At(crd, schemaPath).(map[string]any)
		s, _ := cases.FromMap(schema)
		errs = append(errs, append(cases.Must(structural.Check(t.Context(), s, structural.Resource)), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))...).In(schemaPath...)...)
		for _, err := range append(append(errs, found.Strict...), found.Silent...) {
			h, _ := cases.Must2(hints.For(t.Context(), crd, err))
			h.Apply(crd)
		}
		assert.Equal(t, before, any(crd))
	})
}
