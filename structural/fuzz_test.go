package structural_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/structural"
)

// addSeeds adds the schemas of all tables.
func addSeeds(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		docs, err := decode.Stream(context.Background(), text)
		require.NoError(f, err)
		for _, doc := range docs {
			c, err := doc.Object()
			require.NoError(f, err)
			seed, err := json.Marshal(c["schema"])
			require.NoError(f, err)
			f.Add(seed)
		}
	}
}

// FuzzFromMap checks that nothing panics, that no input is modified, and that the
// results are the same the second time.
func FuzzFromMap(f *testing.F) {
	addSeeds(f)
	f.Add([]byte(`{"items":{"items":[{"not":{"allOf":[null,{}]}}]},"type":"array"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := decode.JSON(context.Background(), text)
		m, ok := doc.Value.(map[string]any)
		if err != nil || !ok {
			return
		}
		before := structural.Clone(m)
		s, problems := cases.FromMap(m)
		require.NotNil(t, s)
		bare, same := cases.FromMap(m, structural.WithoutDocumentation())
		require.Equal(t, problems.Texts(), same.Texts())
		require.Equal(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.Check(t.Context(), bare, structural.Resource)).Texts())
		require.Equal(t, cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts(), cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource)).Texts())
		require.LessOrEqual(t, len(cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource, structural.WithOldSchemas(s)))), len(cases.Must(structural.CheckKeywords(t.Context(), s, structural.Resource))))
		structural.CheckStatusRoot(s).Texts()
		requireStable(t, s)
		requireMaps(t, s)
		requireWhole(t, s.Unfold())
		require.Equal(t, before, m, "the input was written to")
	})
}

// requireStable derives schemas from s twice. s does not change.
func requireStable(t *testing.T, s *structural.Schema) {
	before := printed(t, s)
	for _, derive := range []func(*structural.Schema) *structural.Schema{
		(*structural.Schema).Unfold, (*structural.Schema).StripNullable, (*structural.Schema).StripValueValidations,
		func(s *structural.Schema) *structural.Schema {
			return structural.MapDefaults(s, func(func() structural.Path, any) (any, bool) { return nil, true })
		},
	} {
		once := derive(s)
		require.Same(t, once, derive(once))
	}
	require.Equal(t, before, printed(t, s))
}

func FuzzNormalize(f *testing.F) {
	addSeeds(f)
	for _, seed := range []string{`1`, `1.0`, `-0`, `1e400`, `[9223372036854775808,null,{}]`, `"\ud800"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var v any
		if d.Decode(&v) != nil {
			return
		}
		before := structural.Clone(v)
		normal, err := structural.Normalize(v)
		require.Equal(t, before, v, "the input was written to")
		if err != nil {
			return
		}
		again, err := structural.Normalize(normal)
		require.NoError(t, err)
		require.True(t, structural.Equal(normal, again))
		require.Zero(t, testing.AllocsPerRun(1, func() { structural.Normalize(normal) }))
		require.Equal(t, normal, structural.Clone(normal))
	})
}
