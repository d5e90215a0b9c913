package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFix checks that check --fix changes what loses nothing, keeps comments and order, and judges the
// rest.
func TestFix(t *testing.T) {
	text, err := os.ReadFile("testdata/crd.yaml")
	require.NoError(t, err)
	wrong := strings.NewReplacer("maxLength: 20}", "maxLength: 20, default: 7} # a comment", "scope: Namespaced", "scope: Namespace").Replace(string(text))
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("crd.yaml", []byte(wrong), 0o600))
	require.NoError(t, os.WriteFile("two.yaml", []byte(wrong+"---\n"+wrong), 0o600))
	got := run(t, "", "check", "--fix", "crd.yaml")
	assert.Equal(t, answer{Err: "crd.yaml: fixed, 2 edits\n", Out: "judged 1, accepted 1, refused 0, warned 0, skipped 0, unreadable 0\n"}, got)
	fixed, err := os.ReadFile(filepath.Join(dir, "crd.yaml"))
	require.NoError(t, err)
	want := strings.NewReplacer("default: 7}", `default: "7"}`, "scope: Namespace\n", "scope: Namespaced\n").Replace(wrong)
	assert.Equal(t, want, string(fixed))
	assert.Equal(t, 1, run(t, "", "check", "--fix", "two.yaml").Code, "several documents are not edited")
}
