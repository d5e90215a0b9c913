package objectmeta

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

var madeUp = SystemFields{UID: "made-up", CreationTimestamp: time.Date(2026, 1, 2, 12, 0, 0, 5, time.FixedZone("", 3600)), NameSuffix: "bcdfg"}

func TestPrepare(t *testing.T) {
	cases.Run(t, "testdata/prepare.yaml", []string{"metadata", "old", "prepared", "error"}, func(t *testing.T, c cases.Case) {
		obj := part(t, c.Text(t, "metadata"))
		before := structural.Clone(obj)
		out, err := PrepareNamespace(obj, Namespaced, "ns")
		if want := c.Text(t, "error"); want != "" {
			assert.EqualError(t, err, want)
			assert.Equal(t, codes.MetadataNamespaceMismatch, invalidOf(t, err).Code)
			assert.True(t, cases.Same(obj, out))
			return
		}
		require.NoError(t, err)
		if c.Has("old") {
			out = PrepareUpdate(out, part(t, c.Text(t, "old")))
		} else {
			out = PrepareCreate(out, madeUp)
		}
		assert.Equal(t, fromJSON(t, c.Text(t, "prepared")), out["metadata"])
		assert.Equal(t, before, any(obj), "input written to")
		cases.RequireShared(t, out, obj)
	})
}

// TestPrepareNamespace checks the cases outside the table for one namespace of a namespaced
// kind.
func TestPrepareNamespace(t *testing.T) {
	for _, c := range []struct {
		metadata  string
		scope     Scope
		requested string
		want      string
	}{
		{`{"name":"n","namespace":"other"}`, ClusterScoped, "", `{"name":"n"}`},
		{`{"name":"n","namespace":"other"}`, ClusterScoped, "ns", `{"name":"n"}`},
		{`{"name":"n"}`, ClusterScoped, "ns", `{"name":"n"}`},
		{`{"name":"n","namespace":"other"}`, Namespaced, "", `{"name":"n","namespace":"other"}`},
		{`{"name":"n"}`, Namespaced, "", `{"name":"n"}`},
	} {
		out, err := PrepareNamespace(part(t, c.metadata), c.scope, c.requested)
		assert.Nil(t, err, c.metadata)
		assert.Equal(t, part(t, c.want), out, c.metadata)
	}
}

// Nothing is made up without system fields.
func TestPrepareCreateLeavesOut(t *testing.T) {
	obj := part(t, `{"generateName":"part-","uid":"given","creationTimestamp":"2020-01-02T03:04:05Z"}`)
	assert.Equal(t, part(t, `{"generateName":"part-"}`), PrepareCreate(obj, SystemFields{}))
}

// Metadata that coercion does not return stays.
func TestPrepareOddMetadata(t *testing.T) {
	for _, meta := range []any{"x", int64(1), []any{}, true} {
		obj := map[string]any{"metadata": meta}
		old := part(t, `{"uid":"u","creationTimestamp":"2020-01-02T03:04:05Z"}`)
		out, err := PrepareNamespace(obj, Namespaced, "ns")
		assert.Nil(t, err)
		for _, out := range []map[string]any{out, PrepareCreate(obj, madeUp), PrepareUpdate(obj, old)} {
			assert.True(t, cases.Same(obj, out), meta)
		}
		assert.Equal(t, part(t, `{"uid":"other"}`), PrepareUpdate(part(t, `{"uid":"other"}`), obj))
	}
}

// An object that is prepared allocates nothing.
func TestNothingIsAllocatedForPreparedMetadata(t *testing.T) {
	obj := part(t, `{"name":"n","namespace":"ns","uid":"made-up","generation":3,"creationTimestamp":"2026-01-02T11:00:00Z"}`)
	bare := part(t, `{"name":"n","namespace":"ns"}`)
	for name, prepare := range map[string]func() map[string]any{
		"PrepareNamespace": func() map[string]any { out, _ := PrepareNamespace(obj, Namespaced, "ns"); return out },
		"PrepareCreate":    func() map[string]any { return PrepareCreate(bare, SystemFields{}) },
		"PrepareUpdate":    func() map[string]any { return PrepareUpdate(obj, obj) },
	} {
		assert.Zero(t, testing.AllocsPerRun(10, func() { prepare() }), name)
	}
}

// The functions on maps one after the other do what one editor does for Admit.
func TestSeparateIsFused(t *testing.T) {
	for seed := range uint64(3_000) {
		obj, old := generatedPart(seed), generatedPart(seed/2)
		for _, scope := range []Scope{Namespaced, ClusterScoped} {
			created, updated, was := metaedit.Edit(obj), metaedit.Edit(obj), metaedit.Edit(old)
			matches := prepareNamespace(&created, scope, "ns") && prepareNamespace(&updated, scope, "ns")
			separate, err := PrepareNamespace(obj, scope, "ns")
			require.Equal(t, matches, err == nil, seed)
			if !matches {
				continue
			}
			metaedit.PrepareCreate(&created, metaedit.SystemFields{UID: "made-up", CreationTimestamp: "2026-01-02T11:00:00Z", NameSuffix: "bcdfg"})
			require.Equal(t, created.Object(obj), withGeneration(PrepareCreate(separate, madeUp), 1), seed)

			generation, _ := metaedit.Metadata(old)["generation"].(int64)
			metaedit.PrepareUpdate(&updated, &was, true)
			require.Equal(t, updated.Object(obj), withGeneration(PrepareUpdate(separate, old), generation+1), seed)
		}
	}
}

// generatedPart returns an object with generated metadata, as coercion returns it.
func generatedPart(seed uint64) map[string]any {
	meta := generate.New(seed).Metadata([]generate.Flavor{generate.Valid, generate.Nearly, generate.Hostile}[seed%3])
	out, _, err := Decode(bg, map[string]any{"metadata": meta}, Drop)
	if err != nil {
		return map[string]any{}
	}
	return out
}

// withGeneration returns obj with a generation, as the strategy of a kind sets it.
func withGeneration(obj map[string]any, generation int64) map[string]any {
	meta, out := cow.OfMap(metaedit.Metadata(obj)), cow.OfMap(obj)
	if generation == 0 && meta.Has("generation") {
		meta.Delete("generation")
	} else if generation != 0 {
		meta.Set("generation", generation)
	}
	fields, _ := meta.Result()
	out.Set("metadata", fields)
	obj, _ = out.Result()
	return obj
}
