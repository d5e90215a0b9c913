package validation

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/budget"
)

// compiledPatterns returns a validator for lists of texts, and its patterns. The nth text must
// match the nth pattern of allOf.
func compiledPatterns(t *testing.T, exprs ...string) (*Validator, *patterns) {
	t.Helper()
	branches := []any{}
	for _, expr := range exprs {
		branches = append(branches, map[string]any{"pattern": expr})
	}
	s, problems, err := structural.FromMap(t.Context(), map[string]any{"type": "string", "allOf": branches})
	require.NoError(t, err)
	require.Empty(t, problems.Texts())
	c := NewCompiler()
	return c.Compile(s), &c.patterns
}

// The memory of compiled patterns is bounded; patterns that are not kept match as well.
func TestPatternsAreBounded(t *testing.T) {
	const n, size = 100, 10_000
	exprs := []string{}
	for i := range n {
		exprs = append(exprs, fmt.Sprintf("^(x|%s%d)$", strings.Repeat("a{1000}", size/1000), i))
	}
	v, all := compiledPatterns(t, exprs...)
	for range 2 {
		errs, err := v.Validate(t.Context(), "x")
		require.NoError(t, err)
		assert.Empty(t, errs.Texts())
		errs, err = v.Validate(t.Context(), "y")
		require.NoError(t, err)
		assert.Len(t, errs, n+1, "one for allOf")
	}
	assert.LessOrEqual(t, all.kept.Load(), int64(maxKept))
	assert.Greater(t, all.kept.Load(), int64(maxKept-2*size))
	kept := int64(0)
	for _, p := range all.byText {
		if c := p.compiled.Load(); c != nil {
			kept += int64(c.pattern.Size())
		}
	}
	assert.Equal(t, kept, all.kept.Load())
}

// Calls that compile a pattern at the same time count it once.
func TestPatternIsCountedOnce(t *testing.T) {
	v, all := compiledPatterns(t, "^a{500}$")
	var group sync.WaitGroup
	for range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			errs, err := v.Validate(t.Context(), strings.Repeat("a", 500))
			assert.NoError(t, err)
			assert.Empty(t, errs)
		}()
	}
	group.Wait()
	assert.Equal(t, int64(all.byText["^a{500}$"].compiled.Load().pattern.Size()), all.kept.Load())
}

// A large pattern is too much work, unless the budget is larger, because compiling cannot
// be interrupted.
func TestLargePatternIsTooMuchWork(t *testing.T) {
	for _, expr := range []string{strings.Repeat("a{1000}", 300), strings.Repeat("[ab]", 1<<15) + "c"} {
		v, _ := compiledPatterns(t, "b?", expr)
		errs, err := v.Validate(t.Context(), "text")
		assert.ErrorIs(t, err, budget.ErrTooMuchWork)
		assert.Nil(t, errs)
		ctx := work.WithBudget(t.Context(), budget.Budget{Steps: 1 << 30})
		errs, err = v.Validate(ctx, "text")
		assert.NoError(t, err)
		assert.Len(t, errs, 2)
	}
}
