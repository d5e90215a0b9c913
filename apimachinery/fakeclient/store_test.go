package fakeclient_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The write must last although the other version has only the object before it.
func TestUnconvertibleWrite(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	w.Labels = map[string]string{"convertible": "no"}
	require.NoError(t, c.Update(ctx, w))

	var got Widget
	require.NoError(t, c.Get(ctx, key, &got))
	assert.Equal(t, "2", got.ResourceVersion)
	assert.Equal(t, w.Labels, got.Labels)
	assert.ErrorContains(t, c.Get(ctx, key, &OldWidget{}), "it is not convertible")

	got.Labels = nil
	require.NoError(t, c.Update(ctx, &got))
	require.NoError(t, c.Get(ctx, key, &OldWidget{}))
}
