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
	clean, err := run(t.Context(), os.ReadFile, []string{old, upgraded}, folder(builtIn, "testdata/objects"), &out)
	require.NoError(t, err)
	assert.False(t, clean)
	assert.True(t, strings.HasPrefix(out.String(), "objects 4, unreadable 1, defaulted 1, tolerated 2, accepted 1\n"), out.String())
	clean, err = run(t.Context(), os.ReadFile, []string{old, old}, folder(os.DirFS("testdata/objects"), "list.json"), &out)
	require.NoError(t, err)
	assert.True(t, clean)
	out.Reset()
	clean, err = run(t.Context(), os.ReadFile, []string{old, old}, snapshot("missing.db"), &out)
	require.NoError(t, err)
	assert.False(t, clean)
	assert.True(t, strings.HasPrefix(out.String(), "objects 1, failed 1\n"), out.String())
	_, err = run(t.Context(), os.ReadFile, []string{old, "missing.yaml"}, folder(builtIn, "testdata/objects"), &out)
	assert.ErrorContains(t, err, "missing.yaml")
}
