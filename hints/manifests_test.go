package hints_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/structural"
)

func TestForManifests(t *testing.T) {
	cases.Run(t, "testdata/manifests.yaml", []string{"manifest", "kind", "at", "detail", "hint", "want"}, func(t *testing.T, c cases.Case) {
		manifest := c.Object(t, "manifest")
		err := &structural.Error{Path: pathOf(c.Text(t, "at")), Detail: c.Text(t, "detail")}
		for err.Kind.String() != c.Text(t, "kind") && c.Has("kind") {
			err.Kind++
		}
		h, ok := hints.For(manifest, err)
		require.True(t, ok)
		assert.Equal(t, c.Text(t, "hint"), h.Text)
		if c.Has("want") {
			assert.Equal(t, c.Value("want"), any(hints.Apply(manifest, h.Edits)))
		} else {
			assert.Nil(t, h.Edits)
		}
	})
}

// pathOf reads names between slashes; # and following ones are an index.
func pathOf(text string) (path structural.Path) {
	for name := range strings.SplitSeq(text, "/") {
		if index, isIndex := strings.CutPrefix(name, "#"); isIndex {
			path = append(path, structural.Index(len(index)))
		} else {
			path = append(path, structural.Field(name))
		}
	}
	return path
}
