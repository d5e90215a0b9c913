package corpus

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDecodeNumbers(t *testing.T) {
	const text = `{"a": 1, "b": 1.0, "c": 9223372036854775807, "d": 9223372036854775808, "e": 1.5}`
	want := map[string]any{
		"a": int64(1), "b": 1.0, "c": int64(9223372036854775807), "d": 9223372036854775808.0, "e": 1.5,
	}
	got, err := DecodeJSON([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, want, got)

	want["b"] = int64(1)
	got, err = DecodeYAML([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

func TestDecodeWantsAnObject(t *testing.T) {
	_, err := DecodeYAML([]byte(`[1]`))
	assert.EqualError(t, err, "want an object, got []interface {}")
}

func TestLoad(t *testing.T) {
	c := Load(t)
	objects := 0
	for i, crd := range c.CRDs {
		if i > 0 {
			assert.LessOrEqual(t, c.CRDs[i-1].Source, crd.Source)
		}
		assert.Equal(t, crd.Name, dig(crd.Manifest, "metadata")["name"], crd.File)
	}
	c.Objects(func(_ *CRD, o *Object) {
		objects++
		if meta, ok := o.Value["metadata"].(map[string]any); ok {
			assert.True(t, meta["name"] != nil || meta["generateName"] != nil, o.File)
		}
	})
	assert.NotZero(t, objects)
	assert.NotEmpty(t, c.Schemas())
	t.Logf("%s: %d definitions, %d schemas, %d objects", c.Dir, len(c.CRDs), len(c.Schemas()), objects)
}
