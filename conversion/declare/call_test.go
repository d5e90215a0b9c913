package declare_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

// renames returns n rules that rename the fields a0, a1, … of .spec.m, and an object with them.
func renames(t *testing.T, n int) (convert func(context.Context, map[string]any) (map[string]any, error), obj map[string]any) {
	d := declare.Declaration{From: "v1", To: "v2"}
	fields := map[string]any{}
	for i := range n {
		fields[fmt.Sprint("a", i)] = int64(i)
		d.Rules = append(d.Rules, declare.Rule{Rename: &declare.Rename{Path: fmt.Sprint(".spec.m.a", i), To: fmt.Sprint("b", i)}})
	}
	step, err := d.Step(t.Context())
	require.NoError(t, err)
	return step.Convert, map[string]any{"spec": map[string]any{"m": fields}}
}

// Many rules for the fields of one map copy it once.
func TestManyRulesForOneMap(t *testing.T) {
	cost := func(n int) (steps int64, bytes uint64) {
		convert, obj := renames(t, n)
		bytes = worktest.Allocated(func() {
			steps = worktest.Steps(t, func(ctx context.Context) error {
				_, err := convert(ctx, obj)
				return err
			})
		})
		return steps, bytes
	}
	steps, bytes := cost(500)
	moreSteps, moreBytes := cost(5000)
	assert.Less(t, moreSteps, 12*steps)
	assert.Less(t, moreBytes, 15*bytes)
}

// A map that the conversion has made is changed in place; those of the object are not, also
// where the object has the same map twice.
func TestRulesKeepSharedMaps(t *testing.T) {
	convert, obj := renames(t, 40)
	spec := obj["spec"].(map[string]any)
	shared := spec["m"].(map[string]any)
	spec["same"], spec["list"] = shared, []any{shared}
	before := structural.Clone(obj)
	out, err := convert(t.Context(), obj)
	require.NoError(t, err)
	assert.Equal(t, before, obj)
	renamed := map[string]any{}
	for i := range 40 {
		renamed[fmt.Sprint("b", i)] = int64(i)
	}
	assert.Equal(t, map[string]any{"spec": map[string]any{"m": renamed, "same": shared, "list": []any{shared}}}, out)
	assert.Len(t, shared, 40)
}
