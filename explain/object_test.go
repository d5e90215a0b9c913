package explain_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

func objectOf(fields any) map[string]any {
	out := map[string]any{"apiVersion": "example.com/v1", "kind": "Thing", "metadata": map[string]any{"name": "a"}}
	m, _ := fields.(map[string]any)
	for name, v := range m {
		out[name] = v
	}
	return out
}

// TestObject checks the texts of explanations. The object without the errors of a case, after all
// edits in turn, is accepted.
func TestObject(t *testing.T) {
	cases.Run(t, "testdata/objects.yaml", []string{"schema", "object", "old", "text", "left"}, func(t *testing.T, c cases.Case) {
		d, err := crdschema.Compile(t.Context(), crdOf(c.Value("schema")))
		require.NoError(t, err)
		req := crdschema.Request{Object: objectOf(c.Value("object"))}
		if old := c.Value("old"); old != nil {
			req.Operation, req.Old = crdschema.Update, objectOf(old)
			req.Old["metadata"] = map[string]any{"name": "a", "namespace": "default", "resourceVersion": "7"}
			req.Object["metadata"] = req.Old["metadata"]
		}
		before := structural.Clone(req.Object)
		assert.Equal(t, c.Text(t, "text"), explained(t, d, req))
		assert.Equal(t, before, req.Object)

		for range 10 {
			list := explanations(t, d, req)
			if len(list) == 0 || list[0].Edits == nil {
				break
			}
			req.Object = hints.Hint{Edits: list[0].Edits}.Apply(req.Object)
		}
		left, _ := c.Value("left").(int64)
		assert.Len(t, explanations(t, d, req), int(left))
	})
}

func explanations(t *testing.T, d *crdschema.Definition, req crdschema.Request) []explain.Explanation {
	t.Helper()
	result, err := d.Admit(t.Context(), req)
	require.NoError(t, err)
	got, err := explain.Object(t.Context(), d, req, result)
	require.NoError(t, err)
	return got
}

func explained(t *testing.T, d *crdschema.Definition, req crdschema.Request) string {
	t.Helper()
	var b strings.Builder
	for _, e := range explanations(t, d, req) {
		b.WriteString(e.String())
	}
	return b.String()
}

// TestObjectOfBodies checks which object the edits of a text and of a patch belong to.
func TestObjectOfBodies(t *testing.T) {
	schema := map[string]any{"type": "object", "properties": map[string]any{"size": map[string]any{"type": "integer", "maximum": int64(9)}}}
	d, err := crdschema.Compile(t.Context(), crdOf(schema))
	require.NoError(t, err)
	old := objectOf(map[string]any{"size": int64(1)})
	old["metadata"] = map[string]any{"name": "a", "namespace": "default", "resourceVersion": "7"}
	const text = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nsize: 20\n"
	for name, req := range map[string]crdschema.Request{
		"text":              {Body: []byte(text), ContentType: "application/yaml"},
		"several documents": {Body: []byte(text + "---\n" + text), ContentType: "application/yaml"},
		"patch":             {Operation: crdschema.Patch, Old: old, Body: []byte(`{"size": 20}`), ContentType: "application/merge-patch+json"},
	} {
		list := explanations(t, d, req)
		require.Len(t, list, 1, name)
		assert.Equal(t, []hints.Edit{{Path: structural.Path{structural.Field("size")}, Value: int64(9)}}, list[0].Edits, name)
	}
}

// TestObjectWithoutEdits checks requests that have nothing to edit.
func TestObjectWithoutEdits(t *testing.T) {
	d, err := crdschema.Compile(t.Context(), crdOf(map[string]any{"type": "object"}))
	require.NoError(t, err)
	accepted := crdschema.Request{Object: objectOf(nil)}
	assert.Empty(t, explanations(t, d, accepted))
	assert.Empty(t, explanations(t, d, crdschema.Request{Body: []byte("{")}), "a body that cannot be decoded has a Status only")

	req := crdschema.Request{Object: objectOf(map[string]any{"metadata": map[string]any{"name": "A_"}})}
	result, err := d.Admit(t.Context(), req)
	require.NoError(t, err)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = explain.Object(done, d, req, result)
	require.ErrorIs(t, err, context.Canceled)
}

// TestTextWithFiles checks the places in the files of an object and a CRD.
func TestTextWithFiles(t *testing.T) {
	const text = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\ntags: [a, a_long_tag_here]\n"
	definition, err := document.DecodeOne(t.Context(), []byte(crd))
	require.NoError(t, err)
	object, err := document.DecodeOne(t.Context(), []byte(text))
	require.NoError(t, err)
	d, err := crdschema.Compile(t.Context(), definition.Object)
	require.NoError(t, err)
	list := explanations(t, d, crdschema.Request{Object: object.Object})
	require.Len(t, list, 2)
	assert.Equal(t, "the object without its other errors", list[1].Fits)
	positions := func(doc document.Document) *document.Positions { return cases.Must(doc.Positions(t.Context())) }
	root := structural.Path{structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"), structural.Field("openAPIV3Schema")}
	assert.Equal(t, strings.TrimLeft(`
tags[1]: Too long: may not be more than 9 bytes
  at      thing.yaml:4:11: tags[1]
  because crd.yaml:18:66: properties[tags].items.maxLength: 9
  fits    a length of at most 9
  change  set tags[1] to "a_long_ta"
`, "\n"), list[0].Text(explain.Source{Name: "thing.yaml", Positions: positions(object)}, explain.Source{Name: "crd.yaml", Positions: positions(definition), Root: root}))
}

// TestManyErrors explains more errors than a budget has attempts for: the first ones have edits.
func TestManyErrors(t *testing.T) {
	d, err := crdschema.Compile(t.Context(), crdOf(map[string]any{"type": "object", "properties": map[string]any{
		"numbers": map[string]any{"type": "array", "items": map[string]any{"type": "integer", "maximum": int64(5)}},
	}}))
	require.NoError(t, err)
	numbers := make([]any, 400)
	for i := range numbers {
		numbers[i] = int64(6 + i)
	}
	req := crdschema.Request{Object: objectOf(map[string]any{"numbers": numbers})}
	result, err := d.Admit(t.Context(), req)
	require.NoError(t, err)
	require.Len(t, result.Errors, 400)
	list, err := explain.Object(structural.WithBudget(t.Context(), budget.Budget{Steps: 200_000}), d, req, result)
	require.NoError(t, err)
	require.Len(t, list, 400)
	assert.NotEmpty(t, list[0].Edits)
	assert.Empty(t, list[399].Edits)
	assert.NotEmpty(t, list[399].Demand)
}

// TestTooMuchWork explains errors whose repair makes a server evaluate rules that exceed the budget
// of a call: there are no edits then, and no error. Beside a wrong type, a server evaluates no rules.
func TestTooMuchWork(t *testing.T) {
	d, err := crdschema.Compile(t.Context(), crdOf(map[string]any{"type": "object", "required": []any{"on"}, "properties": map[string]any{
		"on":    map[string]any{"type": "string"},
		"texts": map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
	}, "x-kubernetes-validations": []any{map[string]any{"rule": "!has(self.on) || !has(self.texts) || self.texts.all(x, x.matches('^(a|b|ab)*$'))"}}}))
	require.NoError(t, err)
	texts := make([]any, 2000)
	for i := range texts {
		texts[i] = strings.Repeat("ab", 50)
	}
	for name, fields := range map[string]map[string]any{
		"the object": {"on": int64(1), "texts": texts},
		"an attempt": {"texts": texts},
	} {
		t.Run(name, func(t *testing.T) {
			req := crdschema.Request{Object: objectOf(fields)}
			ctx := structural.WithBudget(t.Context(), budget.Budget{Steps: 400_000})
			result, err := d.Admit(ctx, req)
			require.NoError(t, err)
			require.NotEmpty(t, result.Errors)
			list, err := explain.Object(ctx, d, req, result)
			require.NoError(t, err)
			assert.Empty(t, list[0].Edits)
			list, err = explain.Object(t.Context(), d, req, result)
			require.NoError(t, err)
			assert.NotEmpty(t, list[0].Edits)
		})
	}
}
