package valuepath_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestAt(t *testing.T) {
	v := map[string]any{"a": []any{map[string]any{"b.c": "x"}}}
	for _, test := range []struct {
		path field.Path
		want any
	}{
		{nil, v},
		{field.Path{field.Field("a"), field.Index(0), field.Key("b.c")}, "x"},
		{field.Path{field.Field("b")}, nil},
		{field.Path{field.Index(0)}, nil},
		{field.Path{field.Field("a"), field.Field("b")}, nil},
		{field.Path{field.Field("a"), field.Index(1)}, nil},
		{field.Path{field.Field("a"), field.Index(0), field.Key("b.c"), field.Field("d")}, nil},
	} {
		assert.Equal(t, test.want, valuepath.At(v, test.path), test.path.String())
	}
	assert.Nil(t, valuepath.At([]any{"x"}, field.Path{field.Index(-1)}))
}
