package objectmeta

import (
	"context"
	"maps"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Normalizing metadata that is normal allocates nothing.
func TestNothingIsAllocatedWhereNothingChanges(t *testing.T) {
	ctx, _ := work.Share(t.Context()) // one allocation, for the work of a call
	for _, c := range readTable(t, "metadata.yaml") {
		want := c.want["reject"]
		meta, ok := want.out.(map[string]any)
		if !ok || hasUnstableTime(meta) {
			continue
		}
		root := map[string]any{"apiVersion": "example.com/v1", "kind": "Foo", "metadata": meta}
		assert.Zero(t, testing.AllocsPerRun(10, func() { Metadata(ctx, meta, Reject) }), c.name)
		assert.Zero(t, testing.AllocsPerRun(10, func() { Decode(ctx, root, Reject) }), c.name)
		assert.Zero(t, testing.AllocsPerRun(10, func() { Coerce(ctx, root, nil, structural.Resource, Reject) }), c.name)
	}
	for _, g := range readGroups(t) {
		for _, c := range g.cases {
			obj, ok := c.want["reject"].out.(map[string]any)
			if !ok {
				continue
			}
			assert.Zero(t, testing.AllocsPerRun(10, func() { Coerce(ctx, obj, g.schema, structural.Value, Drop) }), c.name)
		}
	}
}

// Checking valid metadata allocates nothing.
func TestNothingIsAllocatedForValidMetadata(t *testing.T) {
	ctx, _ := work.Share(t.Context())
	meta := readTable(t, "metadata.yaml")[0].in
	obj := map[string]any{"apiVersion": "example.com/v1", "kind": "Part", "metadata": withNamespacedName(meta), "parts": []any{
		map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": meta},
		map[string]any{"apiVersion": "v1", "kind": "PodList"},
	}}
	s := schemaOf(t, `{properties: {parts: {items: {x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}}`)
	for name, check := range map[string]func() structural.Errors{
		"ValidateType":              func() structural.Errors { return ValidateType(obj, "example.com", "v1", "Part") },
		"ValidateCreate":            func() structural.Errors { return verdict(ValidateCreate(ctx, obj, Namespaced)) },
		"ValidateUpdate":            func() structural.Errors { return verdict(ValidateUpdate(ctx, obj, obj, Namespaced)) },
		"ValidateGenerateName":      func() structural.Errors { return ValidateGenerateName(obj) },
		"ValidateEmbedded":          func() structural.Errors { return verdict(ValidateEmbedded(ctx, obj, s, structural.Value)) },
		"ValidateEmbedded resource": func() structural.Errors { return verdict(ValidateEmbedded(ctx, obj, s, structural.Resource)) },
	} {
		assert.Empty(t, check().Texts(), name)
		assert.Zero(t, testing.AllocsPerRun(10, func() { check() }), name)
	}
	assert.Zero(t, testing.AllocsPerRun(10, func() { verdict(FinalizerWarnings(ctx, obj, obj)) }))
	assert.Zero(t, testing.AllocsPerRun(10, func() { verdict(FinalizerWarnings(ctx, obj, nil)) }))
	assert.Zero(t, testing.AllocsPerRun(10, func() { DedupOwnerReferences(ctx, obj) }))
}

func withNamespacedName(meta any) map[string]any {
	out := maps.Clone(meta.(map[string]any))
	out["name"], out["namespace"] = "n", "ns"
	return out
}

func BenchmarkMetadata(b *testing.B) {
	meta := readTable(b, "metadata.yaml")[0].in
	b.ReportAllocs()
	ctx := unlimited(b)
	for b.Loop() {
		Metadata(ctx, meta, Reject)
	}
}

func BenchmarkValidate(b *testing.B) {
	obj := map[string]any{"metadata": withNamespacedName(readTable(b, "metadata.yaml")[0].in)}
	ctx := unlimited(b)
	b.Run("create", func(b *testing.B) {
		for b.Loop() {
			verdict(ValidateCreate(ctx, obj, Namespaced))
		}
	})
	b.Run("update", func(b *testing.B) {
		for b.Loop() {
			verdict(ValidateUpdate(ctx, obj, obj, Namespaced))
		}
	})
}

// unlimited returns a context whose work is shared, as in an admission, and has no limit.
func unlimited(b *testing.B) context.Context {
	ctx, _ := work.Share(work.WithBudget(b.Context(), budget.Budget{Steps: math.MaxInt64}))
	return ctx
}
