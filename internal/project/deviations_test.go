package project_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	deviation = regexp.MustCompile(`^\| (D\d+) \|.*\|([^|]*)\|$`)
	pin       = regexp.MustCompile("`([a-z0-9/.]+)` `(Test[A-Za-z0-9]+)`")
)

// TestDeviationsArePinned checks that every row of DEVIATIONS.md has an id of
// its own and names tests that exist.
func TestDeviationsArePinned(t *testing.T) {
	inRoot(t)
	text, err := os.ReadFile("DEVIATIONS.md")
	require.NoError(t, err)
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		row := deviation.FindStringSubmatch(strings.TrimSpace(line))
		if row == nil {
			assert.False(t, strings.HasPrefix(line, "| D"), "not a row: %s", line)
			continue
		}
		assert.False(t, seen[row[1]], "%s is repeated", row[1])
		seen[row[1]] = true
		pins := pin.FindAllStringSubmatch(row[2], -1)
		assert.NotEmpty(t, pins, "%s names no test", row[1])
		for _, p := range pins {
			assert.True(t, hasTest(t, p[1], p[2]), "%s: no %s in %s", row[1], p[2], p[1])
		}
	}
	assert.NotEmpty(t, seen)
}

func hasTest(t *testing.T, dir, name string) bool {
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		if strings.Contains(string(text), "func "+name+"(") {
			return true
		}
	}
	return false
}
