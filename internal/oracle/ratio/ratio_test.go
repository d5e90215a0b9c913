package ratio

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func objects() []map[string]any {
	return slices.Repeat([]map[string]any{{"a": []any{int64(1), map[string]any{"b": nil}}, "c": "d"}}, 1000)
}

func TestWalk(t *testing.T) {
	assert.Equal(t, 6000, Walk(objects()))
}

var sink any

// TestRun checks the metrics of a case that sleeps: the best of many rounds of the shorter sleep is
// shorter on a busy machine, too.
func TestRun(t *testing.T) {
	fresh, ours := 0, 0
	result := testing.Benchmark(func(b *testing.B) {
		Run(b, Case{
			Objects:      objects(),
			Fresh:        func() { fresh++ },
			Ours:         func() { ours++; time.Sleep(time.Millisecond) },
			Upstream:     func() { time.Sleep(20 * time.Millisecond); sink = objects() },
			KeepOurs:     func() any { return make([]byte, 1<<20) },
			KeepUpstream: func() any { return make([]byte, 1<<22) },
		})
	})
	assert.Equal(t, fresh, 2*ours)
	assert.Greater(t, result.Extra["x-upstream"], 1.0)
	assert.Positive(t, result.Extra["x-walk"])
	assert.Greater(t, result.Extra["allocs-up"], result.Extra["allocs"])
	assert.InDelta(t, 0.25, result.Extra["bytes-ratio"], 0.05)
}

func TestRunWithoutReference(t *testing.T) {
	result := testing.Benchmark(func(b *testing.B) { Run(b, Case{Ours: func() { sink = objects() }}) })
	assert.NotContains(t, result.Extra, "x-upstream")
	assert.NotContains(t, result.Extra, "x-walk")
	assert.Positive(t, result.Extra["allocs"])
}
