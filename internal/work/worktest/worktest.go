// Package worktest has helpers for tests of calls with a budget: a context that ends after a
// number of looks at it, and counters of the steps and bytes of a call. Only tests import it.
package worktest

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/work"
)

// Context is a context that is canceled once its Err has returned nil a number of times. It
// must not be used by several goroutines at once.
type Context struct {
	context.Context
	looks, limit int
}

// EndAfter returns a context that is canceled after n looks at it.
func EndAfter(n int) *Context {
	return &Context{Context: context.Background(), limit: n}
}

// Err returns nil, or context.Canceled when no looks are left.
func (c *Context) Err() error {
	if c.looks == c.limit {
		return context.Canceled
	}
	c.looks++
	return nil
}

// Looks returns how many times Err has returned nil.
func (c *Context) Looks() int { return c.looks }

// Steps returns the number of steps that a call counts. The test fails if the call does.
func Steps(t testing.TB, call func(ctx context.Context) error) int64 {
	t.Helper()
	ctx, w := work.Share(context.Background())
	require.NoError(t, call(ctx))
	return w.Used().Steps
}

// Allocated returns the number of bytes that f allocates in all, an upper bound of its peak.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
