package objectmeta

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCoerceValue(t *testing.T) {
	s := schemaOf(t, `{type: array, items: {type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}}`)
	out, err := CoerceValue(fromJSON(t, `[{"metadata":{"name":"n","x":1}},{}]`), s, Reject)
	require.Nil(t, err)
	assert.Equal(t, fromJSON(t, `[{"metadata":{"name":"n"}},{}]`), out)

	in := fromJSON(t, `[{},{"kind":1}]`)
	out, err = CoerceValue(in, s, Reject)
	require.NotNil(t, err)
	assert.Equal(t, in, out)
	assert.Equal(t, "[1].kind: Invalid value: 1: must be a string", err.Error())

	for _, v := range []any{nil, "x", int64(1), map[string]any{"kind": true}} {
		out, err := CoerceValue(v, s, Reject)
		require.Nil(t, err)
		assert.Equal(t, v, out)
		out, err = CoerceValue(v, nil, Reject)
		require.Nil(t, err)
		assert.Equal(t, v, out)
	}
}
