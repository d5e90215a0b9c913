package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	const old, upgraded = "testdata/old.yaml", "testdata/new.yaml"
	var out bytes.Buffer
	clean, err := run(t.Context(), os.ReadFile, []string{old, upgraded}, builtIn, "testdata/objects", &out)
	require.NoError(t, err)
	assert.False(t, clean)
	assert.True(t, strings.HasPrefix(out.String(), "objects 4, unreadable 1, defaulted 1, tolerated 2, accepted 1\n"), out.String())
	clean, err = run(t.Context(), os.ReadFile, []string{old, old}, os.DirFS("testdata/objects"), "list.json", &out)
	require.NoError(t, err)
	assert.True(t, clean)
	_, err = run(t.Context(), os.ReadFile, []string{old, "missing.yaml"}, builtIn, "testdata/objects", &out)
	assert.ErrorContains(t, err, "missing.yaml")
}
