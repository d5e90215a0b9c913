package decode

import (
	"fmt"
	"strconv"
	"strings"
)

// number is the value of a JSON number: an int64 if it has no decimal point
// and fits, else a float64.
//
// Rule: sigs.k8s.io/json, UnmarshalCaseSensitivePreserveInts.
func number(literal string) (any, error) {
	if !strings.Contains(literal, ".") {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return n, nil
		}
	}
	f, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		return nil, fmt.Errorf("json: cannot unmarshal number %s into Go value of type float64", literal)
	}
	return f, nil
}

// isNumberByte says whether c can be part of a JSON number.
func isNumberByte(c byte) bool {
	switch c {
	case '+', '-', '.', 'e', 'E':
		return true
	default:
		return '0' <= c && c <= '9'
	}
}
