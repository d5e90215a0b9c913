// Package encode encodes the inputs of comparisons for decoders of a server.
package encode

import (
	"encoding/json"
	"math"
	"strconv"
)

// JSON encodes a value as JSON so that the server's decoder returns the same
// value: a float64 that is a whole number keeps a fraction, since `1` would be
// decoded as an integer.
func JSON(v any) ([]byte, error) { return json.Marshal(withFractions(v)) }

func withFractions(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = withFractions(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = withFractions(e)
		}
		return out
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<63 {
			return json.Number(strconv.FormatFloat(v, 'f', 1, 64))
		}
	}
	return v
}
