package schemacheck_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/schemacheck"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestPrune(t *testing.T) {
	cases.Run(t, "testdata/prune_defaults.yaml", []string{"schema", "want", "error"}, func(t *testing.T, c cases.Case) {
		s := c.Schema(t, "schema")
		got, err := schemacheck.PruneDefaults(t.Context(), s, structural.Resource)
		if c.Has("error") {
			require.EqualError(t, err, c.Text(t, "error"))
			return
		}
		require.NoError(t, err)
		want := all(s)
		for at, v := range c.Object(t, "want") {
			if v == nil {
				delete(want, at)
			} else {
				want[at] = v
			}
		}
		assert.Equal(t, want, all(got))
		assert.Equal(t, !c.Has("want"), s == got, "the same schema exactly if nothing was pruned")
	})
}

func all(s *structural.Schema) map[string]any {
	out := map[string]any{}
	structural.MapDefaults(s, func(path func() structural.Path, v any) (any, bool) {
		at := path()
		steps := make([]string, len(at))
		for i, step := range at {
			steps[i] = step.Name()
			if step.Kind() == field.IndexStep {
				steps[i] = "[0]"
			}
		}
		out[strings.Join(steps, ".")] = v
		return nil, false
	})
	return out
}

func TestPruneIsIdempotent(t *testing.T) {
	pruned := 0
	for seed := range uint64(500) {
		s, _ := cases.FromMap(generate.New(seed, generate.WithUnprunedDefaults()).Schema(generate.Flavor(seed % 3)))
		before := all(s)
		once, err := schemacheck.PruneDefaults(t.Context(), s, structural.Resource)
		if err != nil {
			continue
		}
		require.Equal(t, before, all(s), "the schema was written to")
		twice, err := schemacheck.PruneDefaults(t.Context(), once, structural.Resource)
		require.NoError(t, err)
		require.Same(t, once, twice)
		if once != s {
			pruned++
		}
	}
	assert.Greater(t, pruned, 50, "the generator must give defaults to prune")
}

func TestCheck(t *testing.T) {
	checks := schemacheck.DefaultChecks{
		Value: func(v any, _ *structural.Schema, at structural.Path) structural.Errors {
			if v == "bad value" {
				return structural.Errors{{Path: at.Append(), Value: v, Detail: "value"}}
			}
			return nil
		},
		Metadata: func(_ context.Context, v any, _ *structural.Schema, root structural.Root) (structural.Errors, error) {
			m, _ := v.(map[string]any)
			if root == structural.Value && m["bad metadata"] != nil {
				return structural.Errors{{Path: structural.Path{structural.Field("x")}, Kind: field.Required, Detail: "metadata"}}, nil
			}
			if root == structural.Value || m["kind"] != "bad resource" {
				return nil, nil
			}
			a := &structural.Error{Path: structural.Path{structural.Field("a")}, Kind: field.Required}
			b := &structural.Error{Path: structural.Path{structural.Field("b")}, Kind: field.Required}
			return structural.Errors{a, b, a}, nil
		},
	}
	cases.Run(t, "testdata/check_defaults.yaml", []string{"schema", "errors"}, func(t *testing.T, c cases.Case) {
		s := c.Schema(t, "schema")
		before := all(s)
		assert.Equal(t, c.Texts(t, "errors"), check(t, s, nil, checks).Texts())
		assert.Equal(t, before, all(s), "the schema was written to")
	})
}

func TestUnprunedIsTolerated(t *testing.T) {
	s, _ := cases.FromMap(map[string]any{"properties": map[string]any{
		"o": map[string]any{"type": "object", "default": map[string]any{"q": int64(1)}},
	}})
	assert.NotEmpty(t, check(t, s, nil, schemacheck.DefaultChecks{}))
	assert.Empty(t, check(t, s, nil, schemacheck.DefaultChecks{Unpruned: schemacheck.Tolerated}))
}

func check(t testing.TB, s *structural.Schema, path structural.Path, checks schemacheck.DefaultChecks) structural.Errors {
	errs, err := schemacheck.CheckDefaults(t.Context(), s, path, checks)
	require.NoError(t, err)
	return errs
}

// TestDeepErrorsAreBounded has errors whose paths together are gigabytes long.
func TestDeepErrorsAreBounded(t *testing.T) {
	const depth = structural.MaxDepth/2 - 2
	bad := map[string]any{"type": "object", "default": map[string]any{"unknown": true}}
	for range depth {
		bad = map[string]any{"type": "object", "default": map[string]any{"unknown": true}, "properties": map[string]any{"p": bad}}
	}
	s, problems := cases.FromMap(bad)
	require.Empty(t, problems)
	errs := check(t, s, nil, schemacheck.DefaultChecks{})
	assert.Less(t, len(errs), 3000)
	assert.EqualError(t, errs[len(errs)-1], "further defaults are not checked")
	assert.EqualError(t, errs[0], `default: Invalid value: {"unknown":true}: must not have unknown fields`)
}

func TestNoDefaults(t *testing.T) {
	shape, _ := generate.Deep(structural.MaxDepth / 2)
	deep, _ := cases.FromMap(shape)
	for _, s := range []*structural.Schema{nil, deep} {
		got, err := schemacheck.PruneDefaults(t.Context(), s, structural.Resource)
		require.NoError(t, err)
		assert.Same(t, s, got)
		assert.Empty(t, check(t, s, nil, schemacheck.DefaultChecks{}))
	}
}

// A default that cannot be pruned within the budget is neither left unpruned nor an error
// of the schema.
func TestNoVerdictBeyondTheBudget(t *testing.T) {
	s, _ := cases.FromMap(map[string]any{"properties": map[string]any{
		"o": map[string]any{"type": "array", "default": make([]any, 1_000), "items": map[string]any{"type": "object"}},
	}})
	ctx := structural.WithBudget(t.Context(), structural.Budget{Steps: 500})
	got, err := schemacheck.PruneDefaults(ctx, s, structural.Resource)
	assert.Nil(t, got)
	require.ErrorIs(t, err, structural.ErrTooMuchWork)
	errs, err := schemacheck.CheckDefaults(ctx, s, nil, schemacheck.DefaultChecks{})
	assert.Nil(t, errs)
	require.ErrorIs(t, err, structural.ErrTooMuchWork)
}
