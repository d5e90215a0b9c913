package lint_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/lint"
	"github.com/seed95800270/crdschema/structural"
)

var specPath = structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"),
	structural.Field("openAPIV3Schema"), structural.Field("properties"), structural.Key("spec")}

func crdOf(spec any) map[string]any {
	schema := map[string]any{"type": "object", "properties": map[string]any{"spec": spec}}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}}},
	}
}

// TestFindings checks the findings about schemas that the server accepts, and what their edits
// make of them. With the edits, there is no finding that has edits.
func TestFindings(t *testing.T) {
	cases.Run(t, "testdata/findings.yaml", []string{"schema", "found", "want"}, func(t *testing.T, c cases.Case) {
		crd := crdOf(c.Value("schema"))
		before := structural.Clone(crd)
		result := cases.Must(crdschema.ValidateCRD(t.Context(), crd, nil))
		require.True(t, result.Accepted(), "%v", result.Errors)
		found := cases.Must(lint.CRD(t.Context(), crd))
		var texts []string
		for _, f := range found {
			texts = append(texts, string(f.Code)+" "+f.Path[len(specPath):].String()+": "+f.Message+" "+f.Fix.Text)
		}
		var want []string
		if c.Has("found") {
			want = c.Texts(t, "found")
		}
		assert.Equal(t, want, texts)
		assert.Equal(t, before, crd)
		if c.Has("want") {
			assert.Equal(t, crdOf(c.Value("want")), repaired(t, crd))
		}
	})
}

// repaired applies the edits of one finding after the other, the last ones first: an edit may
// remove an element of a list.
func repaired(t *testing.T, crd map[string]any) map[string]any {
	t.Helper()
	found := cases.Must(lint.CRD(t.Context(), crd))
	for i := len(found) - 1; i >= 0; i-- {
		crd = found[i].Fix.Apply(crd)
	}
	for _, f := range cases.Must(lint.CRD(t.Context(), crd)) {
		assert.Nil(t, f.Fix.Edits, f.Message)
	}
	return crd
}

// TestOtherValues checks that what is no CRD has no findings.
func TestOtherValues(t *testing.T) {
	for _, crd := range []map[string]any{nil, {}, {"spec": "x"}, {"spec": map[string]any{"versions": []any{nil, "x", map[string]any{"schema": map[string]any{"openAPIV3Schema": "x"}}}}}, {"a": func() {}}} {
		found, err := lint.CRD(t.Context(), crd)
		require.NoError(t, err)
		assert.Empty(t, found)
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := lint.CRD(done, crdOf(map[string]any{"type": "object"}))
	assert.ErrorIs(t, err, context.Canceled)
}

// TestManyRequired checks that a schema with thousands of undeclared names in required has no more
// findings than the bound allows.
func TestManyRequired(t *testing.T) {
	properties, required := map[string]any{}, []any{}
	for i := range 5_000 {
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string"}
		required = append(required, fmt.Sprint("q", i))
	}
	found, err := lint.CRD(t.Context(), crdOf(map[string]any{"type": "object", "properties": properties, "required": required}))
	require.NoError(t, err)
	require.Less(t, len(found), 3_000)
}

// TestJSON checks the JSON of findings.
func TestJSON(t *testing.T) {
	found := cases.Must(lint.CRD(t.Context(), crdOf(map[string]any{"type": "object", "required": []any{"x"}, "properties": map[string]any{"a": map[string]any{"type": "string", "enum": []any{"b"}, "nullable": true}}})))
	assert.JSONEq(t, `[
		{"code": "required-undeclared", "path": "spec.versions[0].schema.openAPIV3Schema.properties[spec].required[0]",
			"message": "No object can have x: it is required, but the server drops it, because it is not declared.",
			"fix": {"text": "Declare x as a property, or remove it from required.",
				"edits": [{"path": "spec.versions[0].schema.openAPIV3Schema.properties[spec].required[0]", "value": null, "remove": true}],
				"loses": ["spec.versions[0].schema.openAPIV3Schema.properties[spec].required[0]"]}},
		{"code": "enum-without-null", "path": "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].enum",
			"message": "nullable has no effect: enum refuses null.",
			"fix": {"text": "Add null to enum, or remove nullable.",
				"edits": [{"path": "spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].enum", "value": ["b", null]}]}}
	]`, string(cases.Must(json.Marshal(found))))
}

// TestMany checks that a CRD has about a thousand findings at most.
func TestMany(t *testing.T) {
	properties := map[string]any{}
	for i := range 5000 {
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string", "enum": []any{}}
	}
	found := cases.Must(lint.CRD(t.Context(), crdOf(map[string]any{"type": "object", "properties": properties})))
	assert.Greater(t, len(found), 1000)
	assert.Less(t, len(found), 2500)
}
