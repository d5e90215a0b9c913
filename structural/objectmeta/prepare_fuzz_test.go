package objectmeta

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// FuzzPrepare takes objects through coercion, preparation and validation. Preparation is
// pure and idempotent, and leaves no error in the fields that it sets.
func FuzzPrepare(f *testing.F) {
	for _, c := range readTable(f, "metadata.yaml") {
		f.Add(jsonText(c.in), `{"name":"n","uid":"u","generation":3,"creationTimestamp":"2024-01-02T03:04:05Z"}`)
	}
	f.Add(`{"name":"n","deletionTimestamp":null,"uid":""}`, `{"creationTimestamp":"10000-01-01T00:59:59Z","deletionGracePeriodSeconds":0}`)
	f.Add(`{"generateName":"n-","generation":5}`, `"text"`)
	f.Add(`5`, `null`)
	f.Fuzz(func(t *testing.T, text, oldText string) {
		meta, ok := tryJSON(text)
		oldMeta, _ := tryJSON(oldText)
		if !ok {
			return
		}
		requirePrepared(t, map[string]any{"metadata": meta}, map[string]any{"metadata": oldMeta})
		obj, _, err := Decode(bg, map[string]any{"metadata": meta}, Drop)
		old, _, wrong := Decode(bg, map[string]any{"metadata": oldMeta}, Drop)
		if err != nil || wrong != nil {
			return
		}
		requirePrepared(t, obj, old)
		requireNoSystemErrors(t, verdict(ValidateUpdate(bg, PrepareUpdate(obj, old), old, Namespaced)), old)
		for _, e := range verdict(ValidateCreate(bg, PrepareCreate(obj, madeUp), Namespaced)) {
			require.NotContains(t, []string{"metadata.uid", "metadata.deletionTimestamp"}, e.Location())
		}
	})
}

func requirePrepared(t testing.TB, obj, old map[string]any) {
	t.Helper()
	for _, prepare := range []func(map[string]any) map[string]any{
		func(obj map[string]any) map[string]any { return PrepareCreate(obj, madeUp) },
		func(obj map[string]any) map[string]any { return PrepareCreate(obj, SystemFields{}) },
		func(obj map[string]any) map[string]any { return PrepareUpdate(obj, old) },
		func(obj map[string]any) map[string]any { out, _ := PrepareNamespace(obj, Namespaced, "ns"); return out },
		func(obj map[string]any) map[string]any {
			out, _ := PrepareNamespace(obj, ClusterScoped, "")
			return out
		},
	} {
		before := structural.Clone(old)
		requirePure(t, obj, func() (map[string]any, error) { return prepare(obj), nil })
		require.Equal(t, before, any(old), "old object written to")
		once := prepare(obj)
		require.True(t, cases.Same(once, prepare(once)), "prepared again")
	}
}

// requireNoSystemErrors checks that no error is about a field that an update takes from
// old.
func requireNoSystemErrors(t testing.TB, errs structural.Errors, old map[string]any) {
	t.Helper()
	meta := metaedit.Metadata(old)
	for _, e := range errs {
		require.NotEqual(t, codes.GenerationDecremented, e.Code)
		for _, name := range []string{"creationTimestamp", "deletionTimestamp"} {
			if !metaedit.Time(meta[name]).IsZero() {
				require.NotEqual(t, "metadata."+name, e.Location())
			}
		}
	}
}
