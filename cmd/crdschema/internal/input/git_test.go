package input

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// commit makes a repository of files and links (name to target) with one commit, and enters it.
func commit(t *testing.T, files, links map[string]string) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	for name, target := range links {
		require.NoError(t, os.Symlink(target, name))
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first"},
	} {
		out, err := exec.Command("git", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
}

// read returns the kinds of the objects of a name, and "error" for what cannot be read, by file.
func read(t *testing.T, r *Reader, name string) map[string]string {
	got := map[string]string{}
	for s := range r.Sources(t.Context(), name) {
		for text := range s.Texts() {
			for _, o := range text.Objects(t.Context()) {
				got[o.File] = o.Text("kind")
				if o.Err != nil {
					got[o.File] = "error"
				}
			}
		}
	}
	return got
}

// TestGit checks that a folder of a commit is read as a folder is: patterns are relative to it and leave
// out folders, and links to files are followed.
func TestGit(t *testing.T) {
	commit(t, map[string]string{
		"crds/a.yaml": "kind: A", "crds/skip/b.yaml": "kind: B", "crds/deep/skip.yaml": "kind: C", "other/d.yaml": "kind: D", "crds/notes.txt": "",
	}, map[string]string{
		"crds/link.yaml": "../other/d.yaml", "crds/broken.yaml": "nowhere", "crds/folder.yaml": "../other", "crds/outside.yaml": "/etc/hosts",
	})
	prefixed := func(prefix string, names map[string]string) map[string]string {
		out := map[string]string{}
		for name, kind := range names {
			out[prefix+name] = kind
		}
		return out
	}
	for _, c := range []struct {
		exclude []string
		want    map[string]string
	}{
		{nil, map[string]string{"a.yaml": "A", "skip/b.yaml": "B", "deep/skip.yaml": "C", "link.yaml": "D", "broken.yaml": "error", "outside.yaml": "error"}},
		{[]string{"skip", "broken.yaml", "outside.yaml"}, map[string]string{"a.yaml": "A", "deep/skip.yaml": "C", "link.yaml": "D"}},
		{[]string{"*/skip.yaml", "skip/b.yaml", "*o*.yaml"}, map[string]string{"a.yaml": "A", "link.yaml": "D"}},
	} {
		assert.Equal(t, prefixed("git:main:crds/", c.want), read(t, &Reader{Exclude: c.exclude}, "git:main:crds"), c.exclude)
		if delete(c.want, "outside.yaml"); c.exclude != nil {
			assert.Equal(t, prefixed("crds/", c.want), read(t, &Reader{Exclude: c.exclude}, "crds"), c.exclude)
		}
	}
	assert.Equal(t, map[string]string{"git:main:crds/link.yaml": "D"}, read(t, &Reader{Exclude: []string{"link.yaml"}}, "git:main:crds/link.yaml"), "an argument is read")
	assert.Equal(t, map[string]string{"git:main:other/d.yaml": "D"}, read(t, &Reader{}, "git:main:other/"))
}

// TestGitWithoutWorkTree checks that commits of a bare repository are read.
func TestGitWithoutWorkTree(t *testing.T) {
	commit(t, map[string]string{"crds/a.yaml": "kind: A"}, nil)
	t.Chdir(".git")
	out, err := exec.Command("git", "config", "core.bare", "true").CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, map[string]string{"git:main:crds/a.yaml": "A"}, read(t, &Reader{}, "git:main:crds"))
}

// TestWritten checks that a file that the program writes is not read.
func TestWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("a.yaml", []byte("kind: A"), 0o600))
	require.NoError(t, os.WriteFile("report.json", []byte("{}"), 0o600))
	r := &Reader{Written: []string{"report.json", "missing.json"}}
	assert.Equal(t, map[string]string{"a.yaml": "A"}, read(t, r, "."))
	assert.Equal(t, map[string]string{"./report.json": "error"}, read(t, r, "./report.json"))
}
