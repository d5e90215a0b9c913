package crd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/crd"
)

func TestIsTerminating(t *testing.T) {
	terminating := func(conditions ...any) map[string]any {
		return map[string]any{"status": map[string]any{"conditions": conditions}}
	}
	condition := func(value any) any { return map[string]any{"type": "Terminating", "status": value} }
	assert.True(t, crd.IsTerminating(terminating(condition("True"))))
	assert.True(t, crd.IsTerminating(map[string]any{"metadata": map[string]any{"deletionTimestamp": "2026-11-21T00:00:00Z"}}))
	assert.False(t, crd.IsTerminating(terminating(condition("False"), condition("True"))), "the first one counts")
	for _, nonsense := range []map[string]any{nil, terminating(nil, "x"), terminating(condition(1)), {"status": "x", "metadata": 1}} {
		assert.False(t, crd.IsTerminating(nonsense))
	}
}
