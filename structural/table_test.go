package structural_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Every case lists all errors that FromMap, Check and CheckKeywords report for a
// schema, in order.
func TestTables(t *testing.T) {
	for _, file := range []string{"documentation", "structural", "int_or_string", "complete", "keywords", "defaults", "read"} {
		t.Run(file, func(t *testing.T) {
			keys := []string{"schema", "options", "problems", "check", "keywords"}
			cases.Run(t, "testdata/"+file+".yaml", keys, checkCase)
		})
	}
}

func checkCase(t *testing.T, c cases.Case) {
	require.True(t, c.Has("schema"))
	in := c.Object(t, "schema")
	before := structural.Clone(in)
	s, problems := cases.FromMap(in)
	assert.Equal(t, c.Texts(t, "problems"), problems.Texts(), "problems")
	assert.Equal(t, c.Texts(t, "check"), cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), "check")
	assert.Equal(t, c.Texts(t, "keywords"), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource, options(t, c)...)).Texts(), "keywords")
	assert.Equal(t, before, in, "the input was written to")

	bare, same := cases.FromMap(in, structural.WithoutDocumentation())
	assert.Equal(t, problems, same, "problems without documentation")
	assert.Equal(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)), cases.Must(structural.Check(t.Context(), bare, structural.Resource)), "check without documentation")
}

func TestStatusRoot(t *testing.T) {
	cases.Run(t, "testdata/status_root.yaml", []string{"schema", "errors"}, func(t *testing.T, c cases.Case) {
		s, _ := cases.FromMap(c.Object(t, "schema"))
		assert.Equal(t, c.Texts(t, "errors"), structural.CheckStatusRoot(s).Texts())
	})
}

func TestOldSchemas(t *testing.T) {
	cases.Run(t, "testdata/tolerate.yaml", []string{"old", "schema", "keywords"}, func(t *testing.T, c cases.Case) {
		s, _ := cases.FromMap(c.Object(t, "schema"))
		old, _ := cases.FromMap(c.Object(t, "old"))
		assert.Equal(t, c.Texts(t, "keywords"), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource, structural.WithOldSchemas(old))).Texts())
		assert.Subset(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts(), c.Texts(t, "keywords"))
	})
}

// tolerated holds, by the name of an option in the tables, an old schema that
// does what a new one may then do.
var tolerated = map[string]map[string]any{
	"AllowUnknownTypes":  {"type": "unknown"},
	"AllowNonAtomicSets": {"x-kubernetes-list-type": "set", "items": map[string]any{"type": "object"}},
	"AllowUncertainKeys": {"x-kubernetes-list-type": "map", "items": map[string]any{"nullable": true}},
}

func options(t *testing.T, c cases.Case) (out []structural.CheckOption) {
	for _, name := range c.Texts(t, "options") {
		require.Contains(t, tolerated, name)
		old, _ := cases.FromMap(tolerated[name])
		out = append(out, structural.WithOldSchemas(old))
	}
	return out
}

func TestErrorsAreLocated(t *testing.T) {
	for _, file := range []string{"structural", "keywords", "read"} {
		cases.Run(t, "testdata/"+file+".yaml", []string{"schema", "options", "problems", "check", "keywords"}, func(t *testing.T, c cases.Case) {
			s, problems := cases.FromMap(c.Object(t, "schema"))
			for _, es := range []structural.Errors{problems, cases.Must(structural.Check(t.Context(), s, structural.Resource)), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))} {
				for _, e := range es {
					assert.NotEqual(t, field.Internal, e.Kind)
					assertParentExists(t, c.Object(t, "schema"), e.Path)
				}
			}
		})
	}
}

// assertParentExists follows a path up to its last keyword, which may be
// missing from the schema.
func assertParentExists(t *testing.T, schema any, p structural.Path) {
	last := len(p) - 1
	for last > 0 && p[last].Kind() != field.FieldStep {
		last--
	}
	for _, step := range p[:max(last, 0)] {
		if step.Kind() == field.IndexStep {
			list, ok := schema.([]any)
			require.True(t, ok, p.String())
			schema = list[step.Index()]
			continue
		}
		object, ok := schema.(map[string]any)
		require.True(t, ok, p.String())
		schema = object[step.Name()]
	}
}

func schema(t testing.TB, yaml string) *structural.Schema {
	t.Helper()
	s, problems := cases.FromMap(object(t, yaml))
	require.Empty(t, problems.Texts())
	return s
}
