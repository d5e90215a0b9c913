package validate_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/internal/work/worktest"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// elements returns crds with n of the smallest elements of a list: each has errors.
func elements(n int) map[string]map[string]any {
	empty := slices.Repeat([]any{map[string]any{}}, n)
	spec := func(fields map[string]any) map[string]any { return map[string]any{"spec": fields} }
	version := func(name string, list []any) map[string]any {
		return spec(map[string]any{"versions": []any{map[string]any{
			"name": "v1", "storage": true, name: list, "schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}},
		}}})
	}
	webhook := func(fields map[string]any) map[string]any {
		return spec(map[string]any{"conversion": map[string]any{"strategy": "Webhook", "webhook": fields}})
	}
	return map[string]map[string]any{
		"versions":          spec(map[string]any{"versions": empty}),
		"columns":           version("additionalPrinterColumns", empty),
		"selectable fields": version("selectableFields", empty),
		"review versions":   webhook(map[string]any{"conversionReviewVersions": slices.Repeat([]any{"_"}, n)}),
		"the path of a service": webhook(map[string]any{"clientConfig": map[string]any{
			"service": map[string]any{"path": strings.Repeat("/_", n)},
		}}),
	}
}

// An element costs little beside the errors, which are bounded: its value in the form, and
// nothing for where it is.
func TestElementsAreSmall(t *testing.T) {
	const n = 50_000
	few, many := elements(n), elements(2*n)
	for name, limit := range map[string]int64{
		"versions": 220, "columns": 120, "selectable fields": 40, "review versions": 40, "the path of a service": 600,
	} {
		of := func(crd map[string]any) int64 {
			return int64(worktest.Allocated(func() { outcome(server().Create(t.Context(), crd)) }))
		}
		assert.Less(t, (of(many[name])-of(few[name]))/n, limit, name)
	}
}

// A call ends while it reads and checks a list, whichever element it looks at, and has no
// verdict then.
func TestListsEndWithContext(t *testing.T) {
	for name, crd := range elements(20_000) {
		all := worktest.EndAfter(math.MaxInt)
		_, err := server().Create(all, crd)
		require.NoError(t, err)
		assert.Greater(t, all.Looks(), 4, name)
		for looks := range all.Looks() {
			out, err := server().Create(worktest.EndAfter(looks), crd)
			require.ErrorIs(t, err, context.Canceled, "%s after %d looks", name, looks)
			require.Zero(t, out)
		}
	}
}

// A budget ends a call wherever it is spent.
func TestListsEndAtTheBudget(t *testing.T) {
	for name, crd := range elements(2_000) {
		steps := worktest.Steps(t, func(ctx context.Context) error {
			_, err := server().Create(ctx, crd)
			return err
		})
		for limit := steps - 1; limit > 0; limit -= steps/20 + 1 {
			ctx, _ := work.Share(work.WithBudget(context.Background(), budget.Budget{Steps: limit}))
			out, err := server().Create(ctx, crd)
			require.ErrorIs(t, err, budget.ErrTooMuchWork, "%s, %d of %d steps", name, limit, steps)
			require.Zero(t, out)
		}
	}
	ctx := work.WithBudget(context.Background(), budget.Budget{Values: 1_000})
	for _, name := range []string{"versions", "columns", "selectable fields"} {
		_, err := server().Create(ctx, elements(2_000)[name])
		assert.EqualError(t, err, "too much work: more than 1000 values made reading a definition", name)
	}
}

// total returns the number of errors with those that are not listed.
func total(t *testing.T, errs structural.Errors) int {
	last := errs[len(errs)-1]
	if last.Code != codes.MoreErrors {
		return len(errs)
	}
	var omitted int
	_, err := fmt.Sscanf(last.Error(), "%d more errors are not listed", &omitted)
	require.NoError(t, err)
	return len(errs) - 1 + omitted
}

// Errors that are not listed are counted like those that are.
func TestOmittedErrorsAreCounted(t *testing.T) {
	names := func(n int) map[string]any {
		wrong := slices.Repeat([]any{strings.Repeat("_", 64)}, n) // too long and malformed: one error
		return map[string]any{"spec": map[string]any{"names": map[string]any{"shortNames": wrong}}}
	}
	count := func(crd map[string]any) int { return total(t, outcome(server().Create(t.Context(), crd)).Errors) }
	for name, of := range map[string]struct {
		perElement int
		crd        func(n int) map[string]any
	}{
		"names":                 {1, names},
		"versions":              {2, func(n int) map[string]any { return elements(n)["versions"] }}, // name and schema
		"columns":               {3, func(n int) map[string]any { return elements(n)["columns"] }},
		"selectable fields":     {1, func(n int) map[string]any { return elements(n)["selectable fields"] }},
		"the path of a service": {1, func(n int) map[string]any { return elements(n)["the path of a service"] }},
	} {
		none := count(of.crd(3)) - 3*of.perElement
		for _, n := range []int{100, 40_000} {
			assert.Equal(t, none+n*of.perElement, count(of.crd(n)), "%d %s", n, name)
		}
	}
}

// The text of very many versions is shown once.
func TestVersionsAreShownOnce(t *testing.T) {
	crd := func(n int) map[string]any {
		return map[string]any{"spec": map[string]any{"versions": slices.Repeat([]any{map[string]any{"name": "v1"}}, n)}}
	}
	shown := func(out validate.Outcome) (n int) {
		for _, e := range out.Errors {
			if e.Path.String() == "spec.versions" {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 2, shown(outcome(server().Create(t.Context(), crd(2)))), "not unique, none stored")
	out := outcome(server().Create(t.Context(), crd(30_000)))
	assert.LessOrEqual(t, shown(out), 1)
	assert.Equal(t, codes.MoreErrors, out.Errors[len(out.Errors)-1].Code)
}
