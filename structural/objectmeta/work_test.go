package objectmeta

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// bg is the context of calls that nothing ends.
var bg = context.Background()

// verdict returns the verdict of a call that nothing ends.
func verdict[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// calls returns the functions that take a context, for an object with metadata in a list of embedded
// resources, too. Each reports whether there is nothing beside its error.
func calls(t testing.TB, meta map[string]any) map[string]func(ctx context.Context) (bool, error) {
	root := map[string]any{"apiVersion": "v1", "kind": "K", "metadata": meta, "list": []any{map[string]any{"metadata": meta}}}
	s := schemaOf(t, `{properties: {list: {items: {x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}}}`)
	field := func(name string) map[string]any {
		m, _ := meta[name].(map[string]any)
		return m
	}
	coerced := func(out any, unknown structural.Errors, err error) (bool, error) {
		return out == nil && unknown == nil, err
	}
	object := func(out map[string]any, unknown structural.Errors, err error) (bool, error) {
		return out == nil && unknown == nil, err
	}
	validated := func(errs structural.Errors, err error) (bool, error) { return errs == nil, err }
	distinct := func(out map[string]any, warning string, err error) (bool, error) {
		return out == nil && warning == "", err
	}
	return map[string]func(ctx context.Context) (bool, error){
		"Coerce":      func(ctx context.Context) (bool, error) { return object(Coerce(ctx, root, s, structural.Value, Reject)) },
		"Coerce drop": func(ctx context.Context) (bool, error) { return object(Coerce(ctx, root, s, structural.Value, Drop)) },
		"Coerce resource": func(ctx context.Context) (bool, error) {
			return object(Coerce(ctx, root, s, structural.Resource, Reject))
		},
		"Coerce any": func(ctx context.Context) (bool, error) {
			return coerced(Coerce(ctx, any(root), s, structural.Value, Reject))
		},
		"Decode": func(ctx context.Context) (bool, error) { return object(Decode(ctx, root, Reject)) },
		"Decode repair": func(ctx context.Context) (bool, error) {
			return object(Decode(ctx, root, Repair))
		},
		"Metadata": func(ctx context.Context) (bool, error) {
			out, unknown, err := Metadata(ctx, meta, Reject)
			return out == nil && unknown == nil, err
		},
		"ValidateCreate": func(ctx context.Context) (bool, error) { return validated(ValidateCreate(ctx, root, Namespaced)) },
		"ValidateUpdate": func(ctx context.Context) (bool, error) { return validated(ValidateUpdate(ctx, root, root, Namespaced)) },
		"ValidateEmbedded": func(ctx context.Context) (bool, error) {
			return validated(ValidateEmbedded(ctx, root, s, structural.Value))
		},
		"ValidateEmbedded resource": func(ctx context.Context) (bool, error) {
			return validated(ValidateEmbedded(ctx, root, s, structural.Resource))
		},
		"ValidateLabels": func(ctx context.Context) (bool, error) { return validated(ValidateLabels(ctx, field("labels"))) },
		"ValidateAnnotations": func(ctx context.Context) (bool, error) {
			return validated(ValidateAnnotations(ctx, field("annotations")))
		},
		"FinalizerWarnings": func(ctx context.Context) (bool, error) {
			warnings, err := FinalizerWarnings(ctx, root, nil)
			return warnings == nil, err
		},
		"DedupOwnerReferences":        func(ctx context.Context) (bool, error) { return distinct(DedupOwnerReferences(ctx, root)) },
		"DedupPatchedOwnerReferences": func(ctx context.Context) (bool, error) { return distinct(DedupPatchedOwnerReferences(ctx, root)) },
	}
}

// hostile returns metadata with n elements in each field, all invalid.
func hostile(n int) map[string]any {
	labels, finalizers, refs, entries := map[string]any{}, make([]any, n), make([]any, n), make([]any, n)
	unknown := map[string]any{}
	for i := range n {
		labels[fmt.Sprintf("-%d", i)] = "-"
		unknown[fmt.Sprint("u", i)] = int64(1)
		finalizers[i] = fmt.Sprintf("-%d", i)
		refs[i] = map[string]any{"apiVersion": "v1", "kind": "K", "name": "n", "uid": "u", "controller": true}
		entries[i] = map[string]any{"time": "2020-01-02T03:04:05+01:00", "fieldsV1": map[string]any{"\xff": []any{1.0, unknown}}}
	}
	return map[string]any{
		"name": "n", "labels": labels, "annotations": labels, "finalizers": finalizers, "ownerReferences": refs,
		"managedFields": append(entries[:1:1], map[string]any{"fieldsV1": unknown}), "unknown": unknown,
	}
}

// A call whose context ends, at any look at it, returns the error of the context and nothing else.
func TestContextEnds(t *testing.T) {
	for name, call := range calls(t, hostile(6_000)) {
		all := worktest.EndAfter(1 << 30)
		none, err := call(all)
		require.NotErrorIs(t, err, context.Canceled)
		require.False(t, none && err == nil, name)
		require.Greater(t, all.Looks(), 1, "%s never looks at the context", name)
		for _, looks := range []int{0, 1, 2, all.Looks() / 2, all.Looks() * 3 / 4} {
			none, err := call(worktest.EndAfter(looks))
			assert.ErrorIs(t, err, context.Canceled, "%s after %d of %d looks", name, looks, all.Looks())
			assert.True(t, none, name)
		}
	}
}

// A call whose budget is spent, at any step, returns an error that says so and nothing else.
func TestBudgetEnds(t *testing.T) {
	for name, call := range calls(t, hostile(40)) {
		ctx, w := work.Share(bg)
		_, _ = call(ctx)
		require.False(t, w.Failed())
		used := w.Used().Steps
		require.Greater(t, used, int64(39), name)
		for steps := int64(1); steps < used; steps += max(1, used/97) {
			none, err := call(work.WithBudget(bg, budget.Budget{Steps: steps}))
			require.ErrorIs(t, err, structural.ErrTooMuchWork, "%s with %d of %d steps", name, steps, used)
			require.True(t, none, name)
		}
		_, err := call(work.WithBudget(bg, budget.Budget{Steps: used}))
		assert.NotErrorIs(t, err, structural.ErrTooMuchWork, name)
	}
}

// Steps grow as the metadata does, except for the logarithm of sorting.
func TestStepsGrowWithTheMetadata(t *testing.T) {
	few, many := calls(t, hostile(5_000)), calls(t, hostile(40_000))
	steps := func(call func(context.Context) (bool, error)) int64 {
		ctx, w := work.Share(bg)
		_, _ = call(ctx)
		return w.Used().Steps
	}
	for name := range few {
		before, after := steps(few[name]), steps(many[name])
		assert.Less(t, after, 2*8*before, name)
		assert.Greater(t, after, 4*before, name)
	}
}

// Fields that coercion adds to owner references count as values that are made: there may be five of
// them for five bytes of JSON.
func TestMadeValuesCount(t *testing.T) {
	for name, c := range map[string]struct {
		ref  any
		made int64
	}{
		"null": {nil, 5}, "empty": {map[string]any{}, 4}, "with a name": {map[string]any{"name": "n"}, 3}, "unknown": {map[string]any{"x": "n"}, 4},
		"many unknown": {map[string]any{"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1}, 4},
		"complete":     {map[string]any{"apiVersion": "v1", "kind": "K", "name": "n", "uid": "u"}, 0},
	} {
		const n = 100
		refs := make([]any, n)
		for i := range refs {
			refs[i] = c.ref
		}
		meta := map[string]any{"ownerReferences": refs}
		ctx, w := work.Share(bg)
		_, _, err := Metadata(ctx, meta, Reject)
		require.NoError(t, err)
		assert.Equal(t, n*c.made, w.Used().Values, name)
		if c.made == 0 {
			continue
		}
		_, _, err = Metadata(work.WithBudget(bg, budget.Budget{Values: n * c.made}), meta, Reject)
		assert.NoError(t, err)
		out, unknown, err := Decode(work.WithBudget(bg, budget.Budget{Values: n*c.made - 1}), map[string]any{"metadata": meta}, Drop)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
		assert.EqualError(t, err, fmt.Sprintf("too much work: more than %d values made coercing metadata at metadata.ownerReferences[99]", n*c.made-1))
		assert.Nil(t, out)
		assert.Nil(t, unknown)
	}
}

// A million empty owner references would become a million maps of four fields.
func TestManyEmptyOwnerReferences(t *testing.T) {
	refs, empty := make([]any, 1_000_000), map[string]any{}
	for i := range refs {
		refs[i] = empty
	}
	bytes := worktest.Allocated(func() {
		_, _, err := Metadata(bg, map[string]any{"ownerReferences": refs}, Reject)
		assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	})
	assert.Less(t, bytes, uint64(160<<20))
}

// Errors that are not listed take no memory, and a walk ends when no more are added.
func TestOmittedErrorsTakeNoMemory(t *testing.T) {
	empty := make([]any, 300_000)
	for i := range empty {
		empty[i] = map[string]any{}
	}
	meta := map[string]any{"name": "n", "ownerReferences": empty, "managedFields": empty}
	bytes := worktest.Allocated(func() {
		errs := verdict(ValidateCreate(bg, map[string]any{"metadata": meta}, ClusterScoped))
		assert.Equal(t, field.Code("more-errors"), errs[len(errs)-1].Code)
	})
	assert.Less(t, bytes, uint64(40<<20))

	s := schemaOf(t, `{items: {x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	steps := worktest.Steps(t, func(ctx context.Context) error {
		_, err := ValidateEmbedded(ctx, slices.Concat(empty, empty), s, structural.Value)
		return err
	})
	assert.Less(t, steps, int64(600_000), "resources behind the last error are not looked at")
}
