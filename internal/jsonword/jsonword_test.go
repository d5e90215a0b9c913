package jsonword

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The decoder itself says what its words are.
func TestOf(t *testing.T) {
	for text, v := range map[string]any{
		`true`: true, `"a"`: "a", `1`: int64(1), `1.5`: 1.5, `[]`: []any{}, `{}`: map[string]any{},
	} {
		var target chan int
		var wrong *json.UnmarshalTypeError
		assert.True(t, errors.As(json.Unmarshal([]byte(text), &target), &wrong), text)
		assert.Equal(t, wrong.Value, Of(v), text)
	}
	assert.Equal(t, "null", Of(nil))
}
