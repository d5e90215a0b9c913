package celrules

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

func validate(t testing.TB, r *Rules, in Input) Result {
	t.Helper()
	got, err := r.Validate(context.Background(), in)
	require.NoError(t, err)
	return got
}

func TestNothingToValidate(t *testing.T) {
	var none *Rules
	assert.Zero(t, validate(t, none, Input{Object: map[string]any{}}))
	r := Compile(parse(t, object([]string{"false"})), structural.Resource)
	assert.Zero(t, validate(t, r, Input{}))
	assert.Len(t, validate(t, r, Input{Object: map[string]any{}, Budget: -1}).Errors, 1)
}

// Maps are visited in byte order, so that the first error and its cost are the same
// every time.
func TestOrder(t *testing.T) {
	m := map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer", validations: ruleList([]string{"self > 0"})}}
	m[validations] = ruleList([]string{"self.all(k, self[k] / self[k] == 1)", "self.exists(k, k == 'a')", "self == oldSelf"})
	r := Compile(parse(t, object(nil, "m", m)), structural.Resource)
	obj, old := map[string]any{}, map[string]any{}
	for i := range 26 {
		obj[string(rune('z'-i))], old[string(rune('z'-i))] = int64(i-20), int64(i-20)
	}
	obj["b"], obj["d"], obj["c"] = 1.5, true, nil
	in := Input{Object: map[string]any{"m": obj}, Old: map[string]any{"m": old}}
	want := validate(t, r, in)
	assert.Equal(t, []string{
		`m: Invalid value: "object": invalid data, expected int, got float64 evaluating rule: self.all(k, self[k] / self[k] == 1)`,
		`m: Invalid value: "object": invalid data, expected int, got float64 evaluating rule: self == oldSelf`,
		`m[b]: Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: self > 0`,
		`m[d]: Invalid value: "integer": invalid data, expected int, got bool evaluating rule: self > 0`,
	}, want.Errors.Texts())
	less := in
	less.Budget = want.Cost - 5
	ended := validate(t, r, less)
	require.True(t, ended.Exhausted)
	assert.Equal(t, `m[x]: Invalid value: "integer": `+codes.RuleBudgetDetail, ended.Errors[len(ended.Errors)-1].Error())
	for range 50 {
		require.Equal(t, want, validate(t, r, in))
		require.Equal(t, ended, validate(t, r, less))
	}
}

// An object visited like a map has the fields visible to rules as keys, and null for each
// other field.
func TestFieldsAsKeys(t *testing.T) {
	m := object([]string{"dyn(self).all(k, dyn(k) == null || k in ['a__dash__b', 'c'])"}, "a-b", map[string]any{"type": "string"}, "c", map[string]any{"type": "string"})
	m["x-kubernetes-preserve-unknown-fields"] = true
	r := Compile(parse(t, object(nil, "o", m)), structural.Resource)
	got := validate(t, r, Input{Object: map[string]any{"o": map[string]any{"a-b": "x", "c": "x", "1": "x", "2": "x"}}})
	assert.Empty(t, got.Errors.Texts())
}

func TestCancelled(t *testing.T) {
	nested := "self.all(a, self.all(b, self.all(c, a + b + c < 1000)))"
	list := map[string]any{"type": "array", "items": map[string]any{"type": "integer"}, validations: ruleList([]string{nested})}
	r := Compile(parse(t, object(nil, "l", list)), structural.Resource)
	v := make([]any, 45)
	for i := range v {
		v[i] = int64(i)
	}
	in := Input{Object: map[string]any{"l": v}}
	require.Empty(t, validate(t, r, in).Errors)
	why := errors.New("no time")

	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	_, err := r.Validate(ctx, in)
	assert.Equal(t, why, err)

	ctx, cancel = context.WithCancelCause(context.Background())
	time.AfterFunc(2*time.Millisecond, func() { cancel(why) })
	for err = nil; err == nil; {
		_, err = r.Validate(ctx, in)
	}
	assert.Equal(t, why, err)
	assert.Empty(t, validate(t, r, in).Errors, "it works again")
}

func TestConcurrentValidation(t *testing.T) {
	c := NewCompiler()
	var rules []*Rules
	var inputs []Input
	var want []Result
	for seed := uint64(0); len(rules) < 20; seed++ {
		g := generate.New(seed, generate.WithRules())
		m := g.Schema(generate.Valid)
		r := c.Compile(parse(t, m), structural.Resource)
		if r == nil {
			continue
		}
		in := Input{Object: g.Object(m, generate.Nearly), Old: g.Object(m, generate.Nearly)}
		alone := Compile(parse(t, m), structural.Resource)
		rules, inputs, want = append(rules, r), append(inputs, in), append(want, validate(t, alone, in))
	}
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range rules {
				k := (i + j) % len(rules)
				got, err := rules[k].Validate(context.Background(), inputs[k])
				assert.NoError(t, err)
				assert.Equal(t, want[k], got)
			}
		}()
	}
	wg.Wait()
}

// Values of any type at any path give a result and are not modified.
func TestContradictions(t *testing.T) {
	failed := 0
	r := Compile(parse(t, manyRules), structural.Resource)
	for seed := range uint64(300) {
		g := generate.New(seed)
		in := Input{Object: g.Mutate(g.Object(manyRules, generate.Nearly), 5), Old: g.Value(manyRules, generate.Nearly)}
		before := structural.Clone([]any{in.Object, in.Old})
		failed += len(validate(t, r, in).Errors)
		require.Equal(t, before, []any{in.Object, in.Old})
	}
	assert.Positive(t, failed)
}

func TestHostileObjects(t *testing.T) {
	rule := map[string]any{"rule": "false", "message": strings.Repeat("m", 10_000)}
	m := map[string]any{"type": "array", "items": map[string]any{"type": "string", validations: []any{rule}}}
	r := Compile(parse(t, object(nil, "l", m)), structural.Resource)
	list := make([]any, 200_000)
	for i := range list {
		list[i] = "x"
	}
	start := time.Now()
	errs := validate(t, r, Input{Object: map[string]any{"l": list}}).Errors
	assert.Less(t, len(errs), 4000)
	assert.Equal(t, fmt.Sprintf("%d more errors are not listed", len(list)-len(errs)+1), errs[len(errs)-1].Error())
	assert.Less(t, time.Since(start), 10*time.Second)
}

func TestAllocations(t *testing.T) {
	text := map[string]any{"type": "string"}
	item := object([]string{"self.k != ''"}, "k", text)
	list := map[string]any{"type": "array", "items": item, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"k"}}
	r := Compile(parse(t, object([]string{"has(self.a) && self.o.x > 1", "!has(self.b)", "self.l.size() == 3"}, "a", text, "b", text, "l", list,
		"o", object(nil, "x", map[string]any{"type": "integer"}))), structural.Resource)
	obj := map[string]any{"a": "x", "o": map[string]any{"x": int64(3)}, "l": []any{
		map[string]any{"k": "a"}, map[string]any{"k": "b"}, map[string]any{"k": "c"},
	}}
	in, ctx := Input{Object: obj}, context.Background()
	require.Empty(t, validate(t, r, in).Errors)
	// A string and a comparison for each element; the rest does not grow.
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = r.Validate(ctx, in) }), 12.0)
}

var manyRules = object([]string{"self.a == oldSelf.a || self == oldSelf", "self.l + oldSelf.l == self.l", "self.m.all(k, self.m[k] > 0)", "self.k.all(x, x in oldSelf.k)"},
	"a", map[string]any{"type": "string", validations: ruleList([]string{"self.size() < 5 && self.matches('^[a-z]*$')"})},
	"l", map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"}},
	"m", map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer", "nullable": true}},
	"k", map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"n"}, "items": object(
		[]string{"self.n >= oldSelf.n"}, "n", map[string]any{"x-kubernetes-int-or-string": true}, "t", map[string]any{"type": "string", "format": "date-time"})})

func FuzzObject(f *testing.F) {
	r := Compile(parse(f, manyRules), structural.Resource)
	for seed := range uint64(20) {
		f.Add(seed, int64(seed*10))
	}
	f.Add(uint64(420), int64(319)) // compares a list of type map whose keys are no scalars
	f.Fuzz(func(t *testing.T, seed uint64, budget int64) {
		g := generate.New(seed)
		old := g.Object(manyRules, generate.Nearly)
		in := Input{Object: g.Mutate(structural.Clone(old), 3), Old: old, Budget: budget}
		want := validate(t, r, in)
		assert.Equal(t, want, validate(t, Compile(parse(t, manyRules), structural.Resource), in))
		for _, err := range append(want.Errors, want.Ratcheted...) {
			assert.NotEmpty(t, err.Error())
		}
	})
}
