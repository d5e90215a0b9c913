package main

import (
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func names(from iter.Seq[source]) []string {
	var all []string
	for s := range from {
		all = append(all, s.name)
	}
	return all
}

// TestLinks checks that links to files are read, that broken links are an error,
// and that links to directories are not followed: they could lead in a circle.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file.yaml"), []byte("kind: A"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "dir.yaml"), 0o700))
	for link, target := range map[string]string{"a.yaml": "file.yaml", "b.yaml": ".", "c.yaml": "nowhere", "d": "."} {
		require.NoError(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	var got []string
	for it := range items(sources(nil, dir)) {
		name, _ := filepath.Rel(dir, it.file)
		got = append(got, name+" "+it.text("kind"))
		assert.Equal(t, name == "c.yaml", it.err != nil, name)
	}
	assert.Equal(t, []string{"a.yaml A", "c.yaml ", "file.yaml A"}, got)
	assert.Len(t, names(sources(nil, filepath.Join(dir, "d"))), 3, "an argument is followed")
}

type closed struct{ fstest.MapFS }

func (closed) ReadDir(string) ([]fs.DirEntry, error) { return nil, fs.ErrPermission }

func TestUnreadableDirectory(t *testing.T) {
	var all []item
	for it := range items(tree(closed{}, ".", func(string) string { return "dir" })) {
		all = append(all, it)
	}
	assert.Equal(t, []item{{position: position{file: "dir"}, err: fs.ErrPermission}}, all)
}

func TestInputIsLazy(t *testing.T) {
	reads := 0
	endless := func(yield func(source) bool) {
		for yield(source{"a", func() ([]byte, error) { reads++; return []byte("kind: A\n---\nkind: B"), nil }}) {
		}
	}
	seen := 0
	for range items(endless) {
		if seen++; seen == 3 {
			break
		}
	}
	assert.Equal(t, 2, reads)
}

func TestPositions(t *testing.T) {
	const list = "\n---\n{kind: List, items: [{kind: A}, 1]}"
	var got []string
	for it := range items(sources(strings.NewReader(list), stdinName)) {
		got = append(got, it.position.String())
	}
	assert.Equal(t, []string{"-:3 items[0]", "-:3 items[1]"}, got)
}
