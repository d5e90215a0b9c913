package explain_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/explain"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func problems(t *testing.T, crd map[string]any) []explain.Problem {
	t.Helper()
	result := cases.Must(crdschema.ValidateCRD(t.Context(), crd, nil))
	return cases.Must(explain.CRD(t.Context(), crd, result))
}

// TestCRD checks the texts about CRDs with a schema, and that the server accepts the CRD after the
// edits of the first problem, as often as there are problems.
func TestCRD(t *testing.T) {
	cases.Run(t, "testdata/crds.yaml", []string{"schema", "text", "left"}, func(t *testing.T, c cases.Case) {
		crd := crdOf(c.Value("schema"))
		before := cases.Must(json.Marshal(crd))
		var b strings.Builder
		list := problems(t, crd)
		for _, p := range list {
			b.WriteString(p.String())
		}
		assert.Equal(t, c.Text(t, "text"), b.String())
		for range list {
			if now := problems(t, crd); len(now) > 0 {
				crd = now[0].Hint.Apply(crd)
			}
		}
		left, _ := c.Value("left").(int64)
		assert.Len(t, problems(t, crd), int(left))
		assert.Equal(t, string(before), string(cases.Must(json.Marshal(crdOf(c.Value("schema"))))))
	})
}

const costlyCRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          hosts:
            type: array
            items: {type: string}
            x-kubernetes-validations:
            - rule: self.all(x, self.exists_one(y, x == y))
`

// TestCRDWithFile checks the places of errors in a file.
func TestCRDWithFile(t *testing.T) {
	doc := cases.Must(document.DecodeOne(t.Context(), []byte(costlyCRD)))
	list := problems(t, doc.Object)
	require.Len(t, list, 1)
	assert.Len(t, list[0].Errors, 3)
	assert.Equal(t, `spec.validation.openAPIV3Schema.properties[hosts].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
  at      crd.yaml:20:15: spec.versions[0].schema.openAPIV3Schema.properties[hosts].x-kubernetes-validations[0].rule
  also    crd.yaml:13:7: spec.versions[0].schema.openAPIV3Schema
  do      Limit what the rule may meet: properties[hosts]: maxItems 5. Larger values are rejected then. The estimated cost becomes 7864457 instead of 345880409621712077.
  change  set spec.versions[0].schema.openAPIV3Schema.properties[hosts].maxItems to 5
  loses   spec.versions[0].schema.openAPIV3Schema.properties[hosts].maxItems
  see     docs/ERRORS.md, rule-cost
`, list[0].Text(explain.Source{Name: "crd.yaml", Positions: cases.Must(doc.Positions(t.Context()))}))
}

// TestCRDWithoutProblems checks answers without errors, and a context that is done.
func TestCRDWithoutProblems(t *testing.T) {
	valid := crdOf(map[string]any{"type": "object"})
	assert.Empty(t, problems(t, valid))
	assert.Empty(t, cases.Must(explain.CRD(t.Context(), nil, crdschema.CRDResult{})))
	assert.Empty(t, explain.Problem{}.String())

	broken := crdOf(map[string]any{"type": "objct"})
	result := cases.Must(crdschema.ValidateCRD(t.Context(), broken, nil))
	done, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := explain.CRD(done, broken, result)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestMany checks that only the first paths of a cause are shown.
func TestMany(t *testing.T) {
	p := explain.Problem{}
	for i := range 12 {
		p.Errors = append(p.Errors, &structural.Error{Path: structural.Path{structural.Index(i)}, Kind: field.Required, Code: "required"})
	}
	text := p.String()
	assert.Equal(t, 9, strings.Count(text, "  also    "))
	assert.Contains(t, text, "  also    [8]\n  also    3 more\n  see     docs/ERRORS.md, required\n")
}

// TestJSON checks the JSON of problems and explanations.
func TestJSON(t *testing.T) {
	cases.Run(t, "testdata/json.yaml", []string{"schema", "object", "json"}, func(t *testing.T, c cases.Case) {
		crd := crdOf(c.Value("schema"))
		var list any = problems(t, crd)
		if object := c.Value("object"); object != nil {
			list = explanations(t, cases.Must(crdschema.Compile(t.Context(), crd)), crdschema.Request{Object: objectOf(object)})
		}
		assert.JSONEq(t, string(cases.Must(json.Marshal(c.Value("json")))), string(cases.Must(json.Marshal(list))))
	})
}

// TestTerminal checks the lines and colors of a terminal.
func TestTerminal(t *testing.T) {
	cases.Run(t, "testdata/terminal.yaml", []string{"text", "width", "color", "want"}, func(t *testing.T, c cases.Case) {
		width, _ := c.Value("width").(int64)
		terminal := explain.Terminal{Width: int(width), Color: c.Value("color") == true}
		assert.Equal(t, c.Text(t, "want"), terminal.Format(c.Text(t, "text")))
	})
}
