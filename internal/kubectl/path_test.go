package kubectl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/kubectl"
)

func TestParsePath(t *testing.T) {
	obj := map[string]any{"a": map[string]any{"b.c/d": []any{int64(1), "x"}}, "n": nil}
	for template, want := range map[string]string{
		`{.a.b\.c/d[1]}`:  "x true <nil>",
		`{.a.b\.c/d[-2]}`: "1 true <nil>",
		`{.a.b\.c/d[2]}`:  "<nil> false array index out of bounds: index 2, length 2",
		`{.a[0]}`:         "<nil> false map[b.c/d:[1 x]] is not array or slice and cannot be indexed",
		`{.a.x}`:          "<nil> false <nil>",
		`{.n}`:            "<nil> true <nil>",
		`{.n.x}`:          "<nil> false <nil>",
	} {
		find, err := kubectl.ParsePath(template)
		require.NoError(t, err, template)
		v, found, err := find(obj)
		assert.Equal(t, want, fmt.Sprint(v, " ", found, " ", err), template)
	}
	for _, template := range []string{"{.a[*]}", "{.a[?(@.b)]}", "{.[}", "{..a}", "{range .a}"} {
		_, err := kubectl.ParsePath(template)
		assert.ErrorContains(t, err, "is not a path of fields and indices", template)
	}
}
