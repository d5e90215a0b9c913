package report

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestURI checks that the reference of a file leads to the file.
func TestURI(t *testing.T) {
	base, err := url.Parse("file:///work/")
	require.NoError(t, err)
	for file, want := range map[string]string{
		"a.yaml": "/work/a.yaml", "./a.yaml": "/work/a.yaml", "a:b.yaml": "/work/a:b.yaml", "./a:b.yaml": "/work/a:b.yaml",
		"b/a:b.yaml": "/work/b/a:b.yaml", "a b%.yaml": "/work/a b%.yaml", "git:main:a.yaml": "/work/git:main:a.yaml", "/b/a.yaml": "/b/a.yaml", "../a.yaml": "/a.yaml",
	} {
		reference, err := url.Parse(uri(file))
		require.NoError(t, err, file)
		assert.Equal(t, want, base.ResolveReference(reference).Path, file)
	}
}
