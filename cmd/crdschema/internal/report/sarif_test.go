package report

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestURI checks that the reference of a file leads to the file.
func TestURI(t *testing.T) {
	base, err := url.Parse("file:///project/")
	require.NoError(t, err)
	for file, want := range map[string]string{
		"a.yaml": "/project/a.yaml", "./a.yaml": "/project/a.yaml", "a:b.yaml": "/project/a:b.yaml", "./a:b.yaml": "/project/a:b.yaml",
		"b/a:b.yaml": "/project/b/a:b.yaml", "a b%.yaml": "/project/a b%.yaml", "git:main:a.yaml": "/project/git:main:a.yaml", "/b/a.yaml": "/b/a.yaml", "../a.yaml": "/a.yaml",
	} {
		reference, err := url.Parse(uri(file))
		require.NoError(t, err, file)
		assert.Equal(t, want, base.ResolveReference(reference).Path, file)
	}
}
