package attack

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestListing compares the list of functions with the API, so that no new function is
// forgotten.
func TestListing(t *testing.T) {
	api, err := os.ReadFile("../../" + API)
	require.NoError(t, err)
	want, err := Listing(string(api))
	require.NoError(t, err)
	got, err := os.ReadFile(Listed)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "after a change of the API: go generate ./internal/attack")
}
