package attack

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/attack/listing"
)

// TestListing compares the list of functions with the API, so that no new function is
// forgotten.
func TestListing(t *testing.T) {
	api, err := os.ReadFile("../../" + listing.API)
	require.NoError(t, err)
	want, err := listing.File(string(api))
	require.NoError(t, err)
	got, err := os.ReadFile(listing.Listed)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got), "after a change of the API: go generate in internal/attack")
}
