package work

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIdentityOf(t *testing.T) {
	m, l := map[string]any{"a": nil}, []any{1, 2, 3}
	same, copied := m, map[string]any{"a": nil}
	assert.Equal(t, IdentityOf(m), IdentityOf(same))
	assert.NotEqual(t, IdentityOf(m), IdentityOf(copied))
	assert.Equal(t, IdentityOf(l), IdentityOf(l[:3:3]))
	assert.NotEqual(t, IdentityOf(l), IdentityOf(l[:2]))
	assert.NotEqual(t, IdentityOf(l), IdentityOf(l[1:]))
	assert.NotEqual(t, IdentityOf(l), IdentityOf([]any{1, 2, 3}))
	assert.NotEqual(t, IdentityOf([]any{}), IdentityOf(map[string]any(nil)))

	list := any(l)
	assert.Zero(t, testing.AllocsPerRun(10, func() { IdentityOf(m); IdentityOf(list) }))
}
