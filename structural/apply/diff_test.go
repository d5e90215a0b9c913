package apply

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

func TestDiff(t *testing.T) {
	cases.Run(t, "testdata/diff.yaml", []string{"schema", "before", "after", "want"}, func(t *testing.T, c cases.Case) {
		changes, err := Diff(context.Background(), c.Schema(t, "schema"), c.Object(t, "before"), c.Object(t, "after"))
		require.NoError(t, err)
		assert.Equal(t, c.Text(t, "want"), changes.String())
		back, err := Diff(context.Background(), c.Schema(t, "schema"), c.Object(t, "after"), c.Object(t, "before"))
		require.NoError(t, err)
		assert.Len(t, back, len(changes), "the way back")
	})
}

// TestDiffIsComplete checks that the changes turn the old object into the new one, except
// for the order of associative lists.
func TestDiffIsComplete(t *testing.T) {
	changed := 0
	for seed := range uint64(2000) {
		g := generate.New(seed)
		text := g.Schema(generate.Flavor(seed % 3))
		s, _ := cases.FromMap(text)
		before := g.Object(text, generate.Flavor(seed/3%2))
		after, ok := g.Mutate(before, int(seed%4)).(map[string]any)
		if seed%5 == 0 || !ok {
			after = g.Object(text, generate.Valid)
		}
		oldCopy, newCopy := structural.Clone(before), structural.Clone(after)
		changes, err := Diff(context.Background(), s, before, after)
		require.NoError(t, err)
		require.Equal(t, oldCopy, before)
		require.Equal(t, newCopy, after)
		changed += len(changes)

		rebuilt, root := any(structural.Clone(before)), resourceType(s)
		for _, c := range backwards(changes) {
			rebuilt = changedAt(t, root, rebuilt, c.Path, c)
		}
		again, err := Diff(context.Background(), s, after, rebuilt.(map[string]any))
		require.NoError(t, err)
		require.Empty(t, slices.DeleteFunc(again, func(c Change) bool { return c.Kind == Reordered }).String(), "seed %d: %s", seed, changes)
	}
	assert.Greater(t, changed, 2000, "the generator must make changes")
}

// backwards returns changes in an order in which the indices of removed elements stay true:
// modified values, removed ones from the last, added ones.
func backwards(changes Changes) Changes {
	var modified, removed, added Changes // a reordered list needs no change
	for _, c := range changes {
		switch c.Kind {
		case Modified:
			modified = append(modified, c)
		case Removed:
			removed = append(removed, c)
		case Added:
			added = append(added, c)
		}
	}
	slices.Reverse(removed)
	return slices.Concat(modified, removed, added)
}

// changedAt returns v with the change at a path.
func changedAt(t *testing.T, typ nodeType, v any, path Path, c Change) any {
	if len(path) == 0 {
		require.Equal(t, Modified, c.Kind)
		return c.New
	}
	e, last := path[0], len(path) == 1
	if e.Kind == FieldElement {
		obj := v.(map[string]any)
		switch {
		case last && c.Kind == Removed:
			delete(obj, e.Field)
		case last && c.Kind == Added:
			obj[e.Field] = c.New
		default:
			obj[e.Field] = changedAt(t, typ.field(e.Field), obj[e.Field], path[1:], c)
		}
		return obj
	}
	list := v.([]any)
	i := e.Index
	if e.Kind != IndexElement {
		i = slices.IndexFunc(list, func(v any) bool { return typ.element(v).String() == e.String() })
	}
	switch {
	case last && c.Kind == Removed:
		return slices.Delete(list, i, i+1)
	case last && c.Kind == Added && e.Kind == IndexElement:
		return slices.Insert(list, i, c.New)
	case last && c.Kind == Added:
		return append(list, c.New)
	}
	list[i] = changedAt(t, typ.item(), list[i], path[1:], c)
	return list
}

// Numbers of the two Go types are equal if their values are.
func TestDiffNumbers(t *testing.T) {
	for _, c := range []struct {
		before, after any
		same          bool
	}{
		{int64(1), 1.0, true}, {1.0, int64(1), true}, {int64(1), 1.5, false}, {int64(1<<53 + 1), float64(1 << 53), false}, {math.Inf(1), 1.0, false},
	} {
		assert.Equal(t, c.same, same(c.before, c.after), c)
	}
	changes, err := Diff(t.Context(), nil, map[string]any{"a": int64(1), "l": []any{int64(1), 2.0}}, map[string]any{"a": 1.0, "l": []any{1.0, int64(3)}})
	require.NoError(t, err)
	assert.Equal(t, "~ .l[1]: 2 → 3\n", changes.String())
}

func TestWithout(t *testing.T) {
	changes, err := Diff(context.Background(), nil,
		map[string]any{"metadata": map[string]any{"name": "a", "managedFields": []any{1}}, "metadatax": 1},
		map[string]any{"metadata": map[string]any{"name": "b", "managedFields": []any{2}}, "metadatax": 2})
	require.NoError(t, err)
	assert.Len(t, changes, 3)
	assert.Equal(t, "~ .metadata.name: \"a\" → \"b\"\n", changes.Without(".metadata.managedFields", ".metadatax").String())
	assert.Equal(t, "~ .metadatax: 1 → 2\n", changes.Without(".metadata").String())
}

// TestWithoutInside checks that a path leads into values that were added or removed.
func TestWithoutInside(t *testing.T) {
	obj := map[string]any{"metadata": map[string]any{"managedFields": []any{1}, "labels": map[string]any{"a.b": "c", "a": "d"}}}
	before := structural.Clone(obj)
	changes, err := Diff(context.Background(), nil, nil, obj)
	require.NoError(t, err)
	assert.Equal(t, `+ .metadata: {"labels":{"a":"d","a.b":"c"}}`+"\n", changes.Without(".metadata.managedFields").String())
	assert.Equal(t, `+ .metadata: {"labels":{"a":"d"}}`+"\n", changes.Without(".metadata.managedFields", ".metadata.labels.a.b").String())
	assert.Empty(t, changes.Without(".metadata.managedFields", ".metadata.labels"))
	assert.Equal(t, changes, changes.Without(".metadat", ".metadata.managed", ".metadata.labels.a.c"))
	assert.Equal(t, before, any(obj), "the object was written to")

	removed, err := Diff(context.Background(), nil, obj, nil)
	require.NoError(t, err)
	assert.Equal(t, `- .metadata: {"labels":{"a":"d","a.b":"c"}}`+"\n", removed.Without(".metadata.managedFields").String())
	modified, err := Diff(context.Background(), nil, map[string]any{"a": map[string]any{"b": 1}}, map[string]any{"a": []any{}})
	require.NoError(t, err)
	assert.Equal(t, "~ .a: {} → []\n", modified.Without(".a.b").String())
}

// TestHostileDiff checks that deep objects with many changes give neither more text nor
// more work than they are large, and that nothing is lost.
func TestHostileDiff(t *testing.T) {
	deep := func(leaf, name string) map[string]any {
		leaves := map[string]any{}
		for i := range 20000 {
			leaves[fmt.Sprint(i)] = leaf
		}
		v := any(leaves)
		for i := range 2000 {
			if i%2 == 0 {
				v = []any{v, leaf}[:1+len(leaf)]
			} else {
				v = map[string]any{name: v}
			}
		}
		return map[string]any{"root": v}
	}
	name := strings.Repeat("long", 50)
	changes, err := Diff(context.Background(), nil, deep("", name), deep("b", name))
	require.NoError(t, err)
	require.NotEmpty(t, changes)
	size := 0
	for _, c := range changes {
		size += len(c.Path.String())
	}
	assert.Less(t, size, maxPathBytes)

	same, err := Diff(context.Background(), nil, deep("a", name), deep("a", name))
	require.NoError(t, err)
	assert.Empty(t, same)

	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	_, err = Diff(context.Background(), nil, cyclic, map[string]any{})
	assert.Error(t, err)
	_, err = Diff(context.Background(), nil, map[string]any{}, map[string]any{"c": make(chan int)})
	assert.Error(t, err)
	nothing, err := Diff(context.Background(), nil, nil, nil)
	assert.NoError(t, err)
	assert.Empty(t, nothing)
	added, err := Diff(context.Background(), nil, nil, maps.Clone(map[string]any{"a": 1}))
	assert.NoError(t, err)
	assert.Equal(t, "+ .a: 1\n", added.String())
}
