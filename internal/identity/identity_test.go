package identity

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	m, l := map[string]any{"a": nil}, []any{1, 2, 3}
	same, copied := m, map[string]any{"a": nil}
	assert.Equal(t, Of(m), Of(same))
	assert.NotEqual(t, Of(m), Of(copied))
	assert.Equal(t, Of(l), Of(l[:3:3]))
	assert.NotEqual(t, Of(l), Of(l[:2]))
	assert.NotEqual(t, Of(l), Of(l[1:]))
	assert.NotEqual(t, Of(l), Of([]any{1, 2, 3}))
	assert.NotEqual(t, Of([]any{}), Of(map[string]any(nil)))

	list := any(l)
	assert.Zero(t, testing.AllocsPerRun(10, func() { Of(m); Of(list) }))
}
