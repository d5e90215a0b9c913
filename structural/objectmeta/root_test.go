package objectmeta

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

func TestDecode(t *testing.T) {
	for _, c := range readTable(t, "root.yaml") {
		t.Run(c.name, func(t *testing.T) {
			in := c.in.(map[string]any)
			for name, mode := range modes {
				out, unknown, err := Decode(bg, in, mode)
				assert.Equal(t, c.want[name], outcomeOf(out, locations(unknown), err), name)
				requirePure(t, in, func() (map[string]any, error) {
					out, _, err := Decode(bg, in, mode)
					return out, err
				})
			}
		})
	}
}

func TestDecodeLocatesErrors(t *testing.T) {
	for _, c := range []struct{ in, path string }{
		{`{"kind":1}`, "kind"},
		{`{"apiVersion":1}`, "apiVersion"},
		{`{"apiVersion":"a/b/c"}`, "apiVersion"},
		{`{"metadata":{"name":1}}`, "metadata"},
	} {
		in := fromJSONObject(t, c.in)
		out, _, failed := Decode(bg, in, Reject)
		err := invalidOf(t, failed)
		assert.Equal(t, field.Undecodable, err.Kind)
		assert.Equal(t, structural.Path{structural.Field(c.path)}, err.Path)
		assert.Equal(t, in[c.path], err.Value)
		assert.Equal(t, in, out)
	}
}

func TestUnknownFieldText(t *testing.T) {
	_, unknown, err := Decode(bg, fromJSONObject(t, `{"metadata":{"":1,"ownerReferences":[{"x.y":1}]}}`), Reject)
	require.Nil(t, err)
	require.Len(t, unknown, 2)
	assert.Equal(t, field.UnknownField, unknown[0].Kind)
	assert.Equal(t, []string{`unknown field "metadata."`, `unknown field "metadata.ownerReferences[0].x.y"`}, unknown.Texts())
	assert.Equal(t, structural.Path{
		structural.Field("metadata"), structural.Field("ownerReferences"), structural.Index(0), structural.Field("x.y"),
	}, unknown[1].Path)
}

// A server crashes when it reads a stored object without metadata.
func TestRepairWithoutMetadata(t *testing.T) {
	in := map[string]any{"kind": "Foo"}
	out, unknown, err := Decode(bg, in, Repair)
	require.Nil(t, err)
	assert.Empty(t, unknown)
	assert.Equal(t, map[string]any{"kind": "Foo"}, out)
}

func TestNothingAtAll(t *testing.T) {
	out, unknown, err := Decode(bg, nil, Repair)
	assert.Nil(t, out)
	assert.Nil(t, unknown)
	assert.Nil(t, err)
	for _, root := range roots {
		out, unknown, err := Coerce(bg, map[string]any(nil), nil, root, Reject)
		assert.Nil(t, out)
		assert.Nil(t, unknown)
		assert.Nil(t, err)
	}
}
