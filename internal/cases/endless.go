package cases

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// Endless returns a map and a list that hold themselves. They equal the results of other
// calls, but are not the same.
func Endless() map[string]any {
	m, l := map[string]any{}, make([]any, 1)
	m["m"], l[0] = m, l
	return map[string]any{"map": m, "list": l}
}

// Nested returns an empty list inside of lists, levels in all.
func Nested(levels int) any {
	var v any = []any{}
	for range levels - 1 {
		v = []any{v}
	}
	return v
}

// SmallStack lets recursion without a bound end the test while the stack is small.
func SmallStack(t testing.TB) {
	old := debug.SetMaxStack(64 << 20)
	t.Cleanup(func() { debug.SetMaxStack(old) })
}

// RequireTooDeep requires an error that says that a value has too many levels, without a path.
func RequireTooDeep(t testing.TB, err error) {
	t.Helper()
	var e *budget.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, "levels of nesting", e.What)
	require.Equal(t, int64(work.MaxLevels), e.Limit)
	require.Empty(t, e.Path)
}
