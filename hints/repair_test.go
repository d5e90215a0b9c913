package hints_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/structural"
)

func TestRepairs(t *testing.T) {
	cases.Run(t, "testdata/repairs.yaml", []string{"version", "want", "steps", "loses", "left"}, func(t *testing.T, c cases.Case) {
		crd := crdWithVersion(c.Object(t, "version"))
		var lost, left []string
		steps := 0
		for ; steps < 20; steps++ {
			h, texts, ok := firstHint(crd)
			if left = texts; !ok {
				break
			}
			require.NotEqual(t, crd, h.Apply(crd))
			crd = h.Apply(crd)
			for _, path := range h.Loses {
				if len(path) > len(schemaPath) && path[3] == structural.Field("schema") {
					path = path[len(schemaPath):]
				}
				lost = append(lost, path.String())
			}
		}
		assert.Equal(t, c.Value("steps"), int64(steps))
		assert.Equal(t, textsOf(t, c, "loses"), lost)
		assert.Equal(t, textsOf(t, c, "left"), left)
		want := c.Value("want")
		if !c.Has("want") {
			want = c.Value("version")
		}
		assert.Equal(t, crdWithVersion(want.(map[string]any)), crd)
	})
}

// firstHint returns the first hint with edits or, if no hint has edits, the texts of all.
func firstHint(crd map[string]any) (h hints.Hint, texts []string, ok bool) {
	for _, h := range cases.Must(hints.ForAll(context.Background(), crd, errorsIn(crd))) {
		if h.Edits != nil {
			return h, nil, true
		}
		texts = append(texts, h.Text)
	}
	return hints.Hint{}, texts, false
}

func errorsIn(crd map[string]any) structural.Errors {
	found := decode.Read(crd, nil)
	if found.Undecodable != nil {
		return structural.Errors{found.Undecodable}
	}
	return append(found.Strict, created(crd)...)
}

func created(crd map[string]any) structural.Errors {
	server := &validate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
	return cases.Must(server.Create(context.Background(), crd)).Errors
}

func crdWithVersion(version map[string]any) map[string]any {
	crd := crdWith("{}")
	v := map[string]any{"name": "v1", "served": true, "storage": true}
	for name, value := range version {
		v[name] = value
	}
	crd["spec"].(map[string]any)["versions"] = []any{v}
	return crd
}

// The time for the hints of a CRD does not grow with the square of its size: only the first
// errors get edits.
func TestManyErrors(t *testing.T) {
	var branches []any
	for i := range 20_000 {
		branches = append(branches, map[string]any{"type": []any{"string", "integer"}[i%2]})
	}
	schema := map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"anyOf": branches}}}
	crd := crdWithVersion(map[string]any{"schema": map[string]any{"openAPIV3Schema": schema}})
	errs := errorsIn(crd) // a report ends at 4 MiB
	given := cases.Must(hints.ForAll(t.Context(), crd, slices.Repeat(errs[:len(errs)-1], 4)))
	require.Greater(t, len(given), len(branches))
	assert.NotNil(t, given[0].Edits)
	assert.Nil(t, given[len(given)-1].Edits)
	assert.NotEmpty(t, given[len(given)-1].Text)
}
