package gotype_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed95800270/crdschema/internal/gotype"
)

// The decoder itself prints the words.
func TestJSONType(t *testing.T) {
	for text, v := range map[string]any{
		`true`: true, `"a"`: "a", `1`: int64(1), `1.5`: 1.5, `[]`: []any{}, `{}`: map[string]any{},
	} {
		var target chan int
		err := json.Unmarshal([]byte(text), &target)
		assert.EqualError(t, err, gotype.WrongType(gotype.JSONType(v), "chan int"), text)
		var wrong *json.UnmarshalTypeError
		assert.True(t, errors.As(err, &wrong), text)
		assert.Equal(t, wrong.Value, gotype.JSONType(v), text)
	}
	assert.Equal(t, "null", gotype.JSONType(nil))
}

func TestNumber(t *testing.T) {
	for text, v := range map[string]any{
		"300": int64(300), "1.5": 1.5, "1.0": 1.0, "300.0": 300.0, "1e+30": 1e30,
	} {
		var target struct {
			F uint8 `json:"f"`
		}
		err := json.Unmarshal([]byte(`{"f":`+text+`}`), &target)
		assert.EqualError(t, err, gotype.WrongFieldType(gotype.NumberName(v), ".f", "uint8"), text)
	}
}
