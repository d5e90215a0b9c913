package admission

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
)

// TestIgnoredFailure checks that a failure is ignored only while the request lasts.
func TestIgnoredFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	k := &hook{name: "a.example.com", ignore: true}
	failed := k.failed("%w", errors.New("no answer"))
	require.NoError(t, k.outcome(ctx, failed))
	cancel()
	s := crdschema.StatusOf(k.outcome(ctx, failed))
	require.NotNil(t, s)
	assert.Equal(t, 504, s.Code)
	assert.Equal(t, "Timeout: request did not complete within requested timeout", s.Message)
}
