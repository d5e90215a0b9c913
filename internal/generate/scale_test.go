package generate

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestScale(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 1000} {
		schema, obj := Deep(n)
		assert.Len(t, placesOf(schema), n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Wide(n)
		assert.Len(t, schema["properties"], n)
		assert.True(t, satisfies(schema, obj))

		schema, obj = Long(n)
		assert.Len(t, obj["map"], n)
		assert.True(t, satisfies(schema, obj))
	}
}
