package validate_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func server() *validate.Server {
	return &validate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
}

// outcome returns the outcome of a call with a context that is never done.
func outcome(out validate.Outcome, err error) validate.Outcome {
	if err != nil {
		panic(err)
	}
	return out
}

// merged returns base with a merge patch applied: null removes a field, and lists
// are replaced.
func merged(base, patch any) any {
	p, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	out := map[string]any{}
	if b, ok := base.(map[string]any); ok {
		out = structural.Clone(b)
	}
	for name, v := range p {
		if v == nil {
			delete(out, name)
		} else {
			out[name] = merged(out[name], v)
		}
	}
	return out
}

// base returns a valid CRD with changes, and with changes to its only version.
func base(t *testing.T, change, version any) map[string]any {
	crd, ok := cases.FromJSON([]byte(`{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": {"name": "things.example.com", "resourceVersion": "1"},
		"spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "things", "kind": "Thing"}}}`))
	require.True(t, ok)
	v1, ok := cases.FromJSON([]byte(`{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}`))
	require.True(t, ok)
	crd["spec"].(map[string]any)["versions"] = []any{merged(v1, orNothing(version))}
	return merged(crd, orNothing(change)).(map[string]any)
}

func orNothing(v any) any {
	if v == nil {
		return map[string]any{}
	}
	return v
}

// TestWrite runs the tables of verdicts on new and on changed crds.
func TestWrite(t *testing.T) {
	for _, file := range []string{"create", "update"} {
		cases.Run(t, "testdata/"+file+".yaml", []string{"change", "version", "old", "oldVersion", "errors", "warnings", "stored"}, func(t *testing.T, c cases.Case) {
			crd := base(t, c.Value("change"), c.Value("version"))
			before := structural.Clone(crd)
			out := written(t, c, file, crd)
			assert.Equal(t, before, crd, "the manifest was written to")
			assert.Equal(t, out, written(t, c, file, crd), "the second answer differs")
			assert.Empty(t, out.Undecodable.Texts())
			assert.Equal(t, c.Texts(t, "errors"), out.Errors.Texts())
			if c.Has("warnings") {
				assert.Equal(t, c.Texts(t, "warnings"), warningTexts(t, crd, out.Warnings))
			}
			if c.Has("stored") {
				assert.Equal(t, c.Value("stored"), within(out.Object, c.Value("stored")))
			}
		})
	}
}

// warningTexts returns the texts of warnings. Each must have the path of a value in the
// CRD.
func warningTexts(t *testing.T, crd map[string]any, warnings []errlist.Warning) []string {
	texts := []string{}
	for _, w := range warnings {
		texts = append(texts, w.Text)
		var v any = crd
		for _, step := range w.Path {
			if step.Kind() == field.IndexStep {
				v = v.([]any)[step.Index()]
			} else {
				v = v.(map[string]any)[step.Name()]
			}
		}
		assert.NotNil(t, v, "%s at %s", w.Text, w.Path)
		assert.NotEmpty(t, w.Path, w.Text)
	}
	return texts
}

func written(t *testing.T, c cases.Case, file string, crd map[string]any) validate.Outcome {
	if file == "create" {
		return outcome(server().Create(t.Context(), crd))
	}
	return outcome(server().Update(t.Context(), crd, base(t, c.Value("old"), c.Value("oldVersion"))))
}

// within returns the part of v that has the structure of want, with null for what
// v lacks.
func within(v, want any) any {
	switch s := want.(type) {
	case map[string]any:
		m, ok := v.(map[string]any)
		if !ok {
			return v
		}
		out := map[string]any{}
		for name, inner := range s {
			out[name] = within(m[name], inner)
		}
		return out
	case []any:
		list, ok := v.([]any)
		if !ok || len(list) != len(s) {
			return v
		}
		out := []any{}
		for i := range s {
			out = append(out, within(list[i], s[i]))
		}
		return out
	}
	return v
}

// A stored CRD that is written again does not change.
func TestStoredIsStable(t *testing.T) {
	crd := base(t, nil, map[string]any{"schema": map[string]any{"openAPIV3Schema": map[string]any{
		"maximum": 3.0, "type": "object", "properties": map[string]any{"a": map[string]any{"type": "number", "default": 1.0, "enum": []any{1.0, nil}}},
	}}})
	first := outcome(server().Create(t.Context(), crd)).Object
	require.NotNil(t, first)
	again := outcome(server().Update(t.Context(), first, first))
	assert.Empty(t, again.Errors)
	assert.Equal(t, first, again.Object)
}

// Any JSON value in any position gives a verdict.
func FuzzWrite(f *testing.F) {
	f.Add(`{"metadata": 1, "spec": {"versions": [{"schema": {"openAPIV3Schema": {"properties": {"a": {"default": 1}}}}}]}}`, `{}`)
	f.Add(`{"spec": {"versions": [null, {"subresources": {"scale": {}}, "selectableFields": [{"jsonPath": ".a"}], "schema": {"openAPIV3Schema": {"$ref": "#"}}}]}}`, `{"status": 1}`)
	f.Add(`{"spec": {"conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"caBundle": "aGk=", "service": {"path": "a"}, "url": null}}}}}`, `{"spec": []}`)
	f.Add(`{"spec": {"versions": [{"selectableFields": [{"jsonPath": ".a"}], "schema": {}}]}, "status": {"conditions": [1]}}`, `{"metadata": {"name": "x"}}`)
	f.Fuzz(func(t *testing.T, text, oldText string) {
		crd, ok := cases.FromJSON([]byte(text))
		old, oldOK := cases.FromJSON([]byte(oldText))
		if !ok || !oldOK {
			return
		}
		before, oldBefore := structural.Clone(crd), structural.Clone(old)
		s := server()
		for _, out := range []validate.Outcome{outcome(s.Create(t.Context(), crd)), outcome(s.Update(t.Context(), crd, old)), outcome(s.UpdateStatus(t.Context(), crd, old))} {
			answers := 0
			for _, is := range []bool{len(out.Undecodable)+len(out.OldUndecodable) > 0, len(out.Errors) > 0, out.Object != nil} {
				if is {
					answers++
				}
			}
			assert.Equal(t, 1, answers)
			_ = append(out.Errors.Texts(), out.Undecodable.Texts()...)
			_, err := json.Marshal(out.Object)
			assert.NoError(t, err)
		}
		assert.Equal(t, before, crd)
		assert.Equal(t, oldBefore, old)
	})
}

// Warnings of unknown formats are in the order of the schema.
func TestFormatWarnings(t *testing.T) {
	properties := map[string]any{}
	var want []string
	for i := range 26 {
		name := string(rune('a' + i))
		properties[name] = map[string]any{"type": "string", "format": "odd-" + name}
		want = append(want, `unrecognized format "odd-`+name+`"`)
	}
	crd := base(t, nil, map[string]any{"schema": map[string]any{"openAPIV3Schema": map[string]any{"properties": properties}}})
	assert.Equal(t, want, outcome(server().Create(t.Context(), crd)).Warnings.Texts())
}
