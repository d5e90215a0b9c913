//go:build unix

package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPipe checks that a named pipe is read once and judged, although definitions are looked for
// first.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	text, err := os.ReadFile("testdata/refused.yaml")
	require.NoError(t, err)
	wrote := make(chan error)
	go func() { wrote <- os.WriteFile(pipe, text, 0o600) }()
	got := run(t, "", "validate", "--crd", "testdata/crd.yaml", pipe)
	require.NoError(t, <-wrote)
	assert.Equal(t, 1, got.Code)
	assert.Contains(t, got.Out, pipe+":11:3: error: spec.watts")
}
