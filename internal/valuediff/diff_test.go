package valuediff_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/valuediff"
)

func TestCompare(t *testing.T) {
	cases.Run(t, "testdata/compare.yaml", []string{"got", "want", "differences"}, func(t *testing.T, c cases.Case) {
		texts := []string{}
		for _, d := range valuediff.Compare(c.Value("got"), c.Value("want")) {
			text := fmt.Sprintf("%s: %v %v", d.Path.Dotted(), d.Got, d.Want)
			if d.Missing {
				text += " missing"
			}
			if d.Extra {
				text += " extra"
			}
			texts = append(texts, text)
		}
		assert.Equal(t, c.Texts(t, "differences"), texts)
	})
}

// The path of a difference is not changed by what is compared after it.
func TestPathsAreCopies(t *testing.T) {
	got := map[string]any{"a": []any{int64(1), int64(2)}, "b": map[string]any{"c": "d"}}
	want := map[string]any{"a": []any{int64(3), int64(4)}, "b": map[string]any{"c": "e"}}
	var paths []string
	for _, d := range valuediff.Compare(got, want) {
		paths = append(paths, d.Path.String())
	}
	assert.Equal(t, []string{"a[0]", "a[1]", "b.c"}, paths)
}
