package command

import (
	"archive/tar"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pack writes a folder as an archive.
func pack(t *testing.T, name string, folder string) {
	out, err := os.Create(name)
	require.NoError(t, err)
	packed := gzip.NewWriter(out)
	files := tar.NewWriter(packed)
	require.NoError(t, files.AddFS(os.DirFS(folder)))
	require.NoError(t, files.Close())
	require.NoError(t, packed.Close())
	require.NoError(t, out.Close())
}

// TestArchives checks definitions and objects in archives, with the positions in their files.
func TestArchives(t *testing.T) {
	crds, bad := filepath.Join(t.TempDir(), "crds.tgz"), filepath.Join(t.TempDir(), "bad.tgz")
	folder := t.TempDir()
	crd, err := os.ReadFile("testdata/crd.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "crd.yaml"), crd, 0o600))
	pack(t, crds, folder)
	refused, err := os.ReadFile("testdata/refused.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "refused.yaml"), refused, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "templates"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "templates", "a.yaml"), []byte("{{ if }}"), 0o600))
	pack(t, bad, folder)
	same := run(t, "", "validate", "--crd", "testdata/crd.yaml", "testdata/refused.yaml")
	require.Equal(t, 1, same.Code)
	want := answer{same.Code, strings.ReplaceAll(same.Out, "testdata/refused.yaml", bad+":refused.yaml"), same.Err}
	want.Out = strings.ReplaceAll(want.Out, "judged 3, accepted 1", "judged 4, accepted 2")
	assert.Equal(t, want, run(t, "", "validate", "--crd", crds, "--exclude", "templates", bad))
	assert.Equal(t, 2, run(t, "", "validate", bad).Code, "a template")
	assert.Equal(t, answer{Err: crds + ": not fixed: archives are not edited\n", Out: "judged 1, accepted 1, refused 0, warned 0, skipped 0, unreadable 0\n"},
		run(t, "", "check", "--fix", crds))
}
