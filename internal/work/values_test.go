package work_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/work"
)

func TestValues(t *testing.T) {
	assert.Equal(t, 1, work.Values(nil))
	assert.Equal(t, 6, work.Values(map[string]any{"a": "text", "b": []any{int64(1), map[string]any{}, nil}}))
}
