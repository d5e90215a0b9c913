package apply

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

func applierOf(t *testing.T, schema map[string]any) *Applier {
	t.Helper()
	d, err := crdschema.Compile(t.Context(), map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Cluster", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}},
		},
	})
	if err != nil {
		return nil
	}
	a, err := New(d)
	require.NoError(t, err)
	return a
}

func thing(obj map[string]any) map[string]any {
	obj["apiVersion"], obj["kind"], obj["metadata"] = "example.com/v1", "Thing", map[string]any{"name": "a"}
	return obj
}

// answers returns the answers of an applier to two applies by one manager, to applies by
// another manager and to an update. Errors other than conflicts are alike: their texts follow
// the random order of maps.
func answers(a *Applier, before, after map[string]any) (out []any) {
	note := func(obj map[string]any, err error) map[string]any {
		var conflict *ConflictError
		if err != nil && !errors.As(err, &conflict) {
			err = errors.New("an error")
		}
		out = append(out, obj, fmt.Sprint(err))
		return obj
	}
	ctx := context.Background()
	live := note(a.Apply(ctx, Request{Object: before, Manager: "one"}))
	note(a.Apply(ctx, Request{Object: after, Live: live, Manager: "one"}))
	note(a.Apply(ctx, Request{Object: after, Live: live, Manager: "two"}))
	note(a.Apply(ctx, Request{Object: after, Live: live, Manager: "two", Force: true}))
	note(a.Update(ctx, Request{Object: after, Live: live, Manager: "two"}))
	return out
}

func TestGuardedAnswers(t *testing.T) {
	merged := 0
	for seed := range uint64(500) {
		g := generate.New(seed)
		text := g.Schema(generate.Flavor(seed % 3))
		before := thing(g.Object(text, generate.Valid))
		after, ok := g.Mutate(before, int(seed%4)).(map[string]any)
		if !ok {
			continue
		}
		a := applierOf(t, text)
		if a == nil {
			continue
		}
		a.guardFrom = math.MaxInt64
		want := answers(a, before, thing(after))
		a.guardFrom = 0
		require.Equal(t, want, answers(a, before, after), "seed %d", seed)
		if live, _ := want[0].(map[string]any); live != nil {
			merged++
		}
	}
	assert.Greater(t, merged, 100)
}

// A large object is merged while its context lasts, and an interrupted merge leaves nothing
// behind in shared parts of the merge library.
func TestMergeIsInterrupted(t *testing.T) {
	a := applierOf(t, map[string]any{"type": "object", "properties": map[string]any{
		"set":   map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"}},
		"lists": map[string]any{"type": "array", "items": map[string]any{"type": "array", "items": map[string]any{"type": "string"}}},
		"map":   map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}}},
	}})
	const n = 3000
	objects := map[string]map[string]any{"set": thing(map[string]any{}), "map": thing(map[string]any{})}
	set, fields := []any{}, map[string]any{}
	for i := range n {
		set = append(set, fmt.Sprintf("%09d", n-i))
		fields[fmt.Sprint(i)] = map[string]any{"a": "b"}
	}
	objects["set"]["set"], objects["map"]["map"] = set, fields
	for name, obj := range objects {
		want := answers(a, obj, obj)
		calls := map[string]func(context.Context) (map[string]any, error){
			"apply": func(ctx context.Context) (map[string]any, error) {
				return a.Apply(ctx, Request{Object: obj, Manager: "one"})
			},
			"apply again": func(ctx context.Context) (map[string]any, error) {
				return a.Apply(ctx, Request{Object: obj, Live: want[0].(map[string]any), Manager: "two"})
			},
			"update": func(ctx context.Context) (map[string]any, error) {
				return a.Update(ctx, Request{Object: obj, Live: want[0].(map[string]any), Manager: "two"})
			},
		}
		for which, call := range calls {
			all := worktest.EndAfter(math.MaxInt)
			_, err := call(all)
			require.NoError(t, err)
			assert.Greater(t, all.Looks(), n/looksApart, "%s %s: the context is looked at during the merge", name, which)
			for looks := 0; looks < all.Looks(); looks += 1 + all.Looks()/40 {
				out, err := call(worktest.EndAfter(looks))
				require.ErrorIs(t, err, context.Canceled, "%s %s after %d of %d", name, which, looks, all.Looks())
				require.Nil(t, out)
			}
		}
		assert.True(t, structural.Equal(any(want), any(answers(a, obj, obj))), name)
	}
}

func TestOtherPanics(t *testing.T) {
	assert.PanicsWithError(t, "other", func() { _, _ = interruptible(func() (map[string]any, error) { panic(errors.New("other")) }) })
}
