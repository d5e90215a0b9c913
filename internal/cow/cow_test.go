package cow_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cow"
)

// wide returns a map with a hundred keys that begin with "a" and some others.
func wide(others ...string) map[string]any {
	m := map[string]any{}
	for i := range 100 {
		m[fmt.Sprint("a", i)] = i
	}
	for _, name := range others {
		m[name] = name
	}
	return m
}

func isOther(key string) bool { return !strings.HasPrefix(key, "a") }

func TestKeep(t *testing.T) {
	in := wide("x", "y")
	m := cow.OfMap(in)
	m.Keep(2, isOther)
	out, copied := m.Result()
	assert.True(t, copied)
	assert.Equal(t, map[string]any{"x": "x", "y": "y"}, out)
	assert.Equal(t, wide("x", "y"), in)
}

// Keep keeps values that were set before, in a copy that is made once.
func TestKeepAfterSet(t *testing.T) {
	in := wide("x", "y")
	m := cow.OfMap(in)
	m.Set("x", 1)
	m.Keep(2, isOther)
	m.Set("y", 2)
	out, copied := m.Result()
	assert.True(t, copied)
	assert.Equal(t, map[string]any{"x": 1, "y": 2}, out)
	assert.Equal(t, wide("x", "y"), in)
}

func TestKeepNothing(t *testing.T) {
	in := wide()
	m := cow.OfMap(in)
	m.Keep(0, isOther)
	out, copied := m.Result()
	assert.True(t, copied)
	assert.Equal(t, map[string]any{}, out)
	m.Set("x", 1)
	assert.Equal(t, wide(), in)
}

func TestDelete(t *testing.T) {
	for _, in := range []map[string]any{{"a": 1}, {"a": 1, "b": 2}} {
		m := cow.OfMap(in)
		m.Delete("a")
		assert.False(t, m.Has("a"))
		assert.Contains(t, in, "a")
		m.Set("b", 3)
		m.Delete("b")
		out, copied := m.Result()
		assert.True(t, copied)
		assert.Equal(t, map[string]any{}, out)
	}
}

// An emptied map takes less memory than one field.
func TestNothingRemains(t *testing.T) {
	small := map[string]any{"a": 1, "b": 2}
	for name, empty := range map[string]func() map[string]any{
		"Delete": func() map[string]any {
			m := cow.OfMap(map[string]any{"a": 1})
			m.Delete("a")
			out, _ := m.Result()
			return out
		},
		"Keep": func() map[string]any {
			m := cow.OfMap(small)
			m.Keep(0, isOther)
			out, _ := m.Result()
			return out
		},
	} {
		var before, after runtime.MemStats
		const n = 10_000
		kept := make([]map[string]any, n)
		runtime.GC()
		runtime.ReadMemStats(&before)
		for i := range kept {
			kept[i] = empty()
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		assert.Less(t, (int64(after.HeapAlloc)-int64(before.HeapAlloc))/n, int64(100), name)
		runtime.KeepAlive(kept)
	}
}
