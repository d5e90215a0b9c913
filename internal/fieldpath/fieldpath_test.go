package fieldpath_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

func schema() *structural.Schema {
	text := map[string]any{"type": "string"}
	object := func(more any, keyword string) map[string]any { return map[string]any{"type": "object", keyword: more} }
	s, _ := cases.FromMap(object(map[string]any{
		"spec":   object(map[string]any{"name": text}, "properties"),
		"labels": object(text, "additionalProperties"),
		"any":    object(true, "additionalProperties"),
		"none":   object(false, "additionalProperties"),
		"list":   map[string]any{"type": "array", "items": text},
		"both":   map[string]any{"type": "object", "properties": map[string]any{"a": text}, "additionalProperties": text},
	}, "properties"))
	return s
}

func TestPaths(t *testing.T) {
	keys := []string{"path", "resolved", "type", "error", "dots"}
	cases.Run(t, "testdata/paths.yaml", keys, func(t *testing.T, c cases.Case) {
		resolve(t, c, fieldpath.DotsAndBrackets, c.Text(t, "error"))
		wrong := c.Text(t, "dots")
		if wrong == "" {
			wrong = c.Text(t, "error")
		}
		resolve(t, c, fieldpath.Dots, wrong)
	})
}

func resolve(t *testing.T, c cases.Case, notation fieldpath.Notation, wrong string) {
	path, s, err := fieldpath.Resolve(c.Text(t, "path"), schema(), notation)
	if wrong != "" {
		assert.EqualError(t, err, wrong)
		assert.Nil(t, path)
		return
	}
	require.NoError(t, err)
	assert.Equal(t, c.Text(t, "resolved"), path.String())
	assert.Equal(t, c.Text(t, "type"), s.TypeName())
}

// A name of 64 KiB ends the path.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("x", 64<<10)
	for path, want := range map[string]string{".labels." + long[1:]: "labels[" + long[1:] + "]", long: "<nil>"} {
		got, _, err := fieldpath.Resolve(path, schema(), fieldpath.DotsAndBrackets)
		require.NoError(t, err)
		assert.Equal(t, want, got.String())
	}
	_, _, err := fieldpath.Resolve(".labels."+long, schema(), fieldpath.DotsAndBrackets)
	assert.EqualError(t, err, "unexpected end of JSON path")
}

func TestNilSchema(t *testing.T) {
	_, _, err := fieldpath.Resolve(".a", nil, fieldpath.DotsAndBrackets)
	assert.EqualError(t, err, "does not refer to a valid field")
}

func ExampleResolve() {
	path, s, err := fieldpath.Resolve(".labels['app.kind']", schema(), fieldpath.DotsAndBrackets)
	fmt.Println(path, s.TypeName(), err)
	// Output: labels[app.kind] string <nil>
}

func FuzzResolve(f *testing.F) {
	for _, path := range []string{"", ".", "[", "['a']", ".spec.name", ".labels['\\'']", "['", "'", ".any.a.b", "\\"} {
		f.Add(path)
	}
	s := schema()
	f.Fuzz(func(t *testing.T, path string) {
		steps, _, err := fieldpath.Resolve(path, s, fieldpath.DotsAndBrackets)
		if err == nil {
			assert.NotNil(t, steps)
		}
		if plain, _, bad := fieldpath.Resolve(path, s, fieldpath.Dots); bad == nil {
			assert.NoError(t, err)
			assert.Equal(t, steps, plain)
		}
	})
}
