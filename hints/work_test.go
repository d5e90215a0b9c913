package hints_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
)

func badRule(path structural.Path) *structural.Error {
	return &structural.Error{Path: path.Append(structural.Field("x-kubernetes-validations"), structural.Index(0), structural.Field("rule")),
		Code: codes.RuleUndefinedField, Detail: "undefined field 'b'"}
}

// chain returns a CRD whose schemas are each the only property of the one around it, with a
// bad rule in each, and the errors.
func chain(depth int) (map[string]any, structural.Errors) {
	var schema any = map[string]any{"type": "string"}
	path := schemaPath
	var errs structural.Errors
	for range depth {
		schema = map[string]any{"type": "object", "properties": map[string]any{"a": schema},
			"x-kubernetes-validations": []any{map[string]any{"rule": "self.b"}}}
		errs = append(errs, badRule(path))
		path = path.Append(structural.Field("properties"), structural.Key("a"))
	}
	return crdOf(schema), errs
}

func wide(n int) (map[string]any, structural.Errors) {
	properties, rules := map[string]any{}, []any{}
	var errs structural.Errors
	for i := range n {
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string"}
		rules = append(rules, map[string]any{"rule": "self.b"})
		errs = append(errs, badRule(schemaPath))
	}
	return crdOf(map[string]any{"type": "object", "properties": properties, "x-kubernetes-validations": rules}), errs
}

// keys returns a CRD with a list whose keys are all undeclared, and an error for each.
func keys(n int) (map[string]any, structural.Errors) {
	var names []any
	var errs structural.Errors
	path := schemaPath.Append(structural.Field("x-kubernetes-list-map-keys"))
	for i := range n {
		names = append(names, fmt.Sprintf("key%06d", i))
		errs = append(errs, &structural.Error{Path: path, Code: codes.ListMapKeyUndeclared})
	}
	return crdOf(map[string]any{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": names,
		"items": map[string]any{"type": "object", "properties": map[string]any{"e": map[string]any{"type": "string"}}}}), errs
}

// The memory for the hints of many errors does not grow with the product of errors and
// values: beyond a bound, they get no edits.
func TestHintsAreBounded(t *testing.T) {
	const bound = 600 << 20
	for name, make := range map[string]func(int) (map[string]any, structural.Errors){"chain": chain, "wide": wide, "keys": keys} {
		t.Run(name, func(t *testing.T) {
			crd, errs := make(1_500)
			var got []hints.Hint
			assert.Less(t, worktest.Allocated(func() { got = cases.Must(hints.ForAll(t.Context(), crd, errs)) }), uint64(bound))
			require.Len(t, got, len(errs))
			for _, h := range got {
				require.NotEmpty(t, h.Text)
			}
		})
	}
}

func TestApplyCopiesOnce(t *testing.T) {
	fields := map[string]any{}
	var h hints.Hint
	for i := range 20_000 {
		name := fmt.Sprint("f", i)
		fields[name] = int64(i)
		h.Edits = append(h.Edits, hints.Edit{Path: structural.Path{structural.Field("a"), structural.Field(name)}, Remove: true})
	}
	crd := map[string]any{"a": fields}
	var got map[string]any
	assert.Less(t, worktest.Allocated(func() { got = h.Apply(crd) }), uint64(16<<20))
	assert.Equal(t, map[string]any{"a": map[string]any{}}, got)
	assert.Len(t, fields, 20_000)
}

func TestForAllEnds(t *testing.T) {
	crd, errs := wide(1_000)
	done, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := hints.ForAll(done, crd, errs)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, got)
	got, err = hints.ForAll(structural.WithBudget(t.Context(), structural.Budget{Steps: 10_000}), crd, errs)
	assert.ErrorIs(t, err, structural.ErrTooMuchWork)
	assert.Nil(t, got)
	_, _, err = hints.For(done, crd, errs[0])
	assert.ErrorIs(t, err, context.Canceled)
}
