package jsonpath

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/seed95800270/crdschema/internal/work"
)

// ErrTooDeep is the error for values with more levels than [work.MaxLevels], such as cyclic
// ones.
var ErrTooDeep = errors.New("nested too deeply")

// appendJSON appends v as json.Marshal writes it, in time linear in its depth.
func appendJSON(dst []byte, v any, depth int) ([]byte, error) {
	if depth > work.MaxLevels {
		return nil, ErrTooDeep
	}
	switch v := v.(type) {
	case map[string]any:
		return appendMap(dst, v, depth)
	case []any:
		return appendList(dst, v, depth)
	case string:
		return appendString(dst, v)
	}
	text, err := json.Marshal(v)
	return append(dst, text...), err
}

func appendMap(dst []byte, m map[string]any, depth int) (_ []byte, err error) {
	if m == nil {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '{')
	for i, k := range sortedKeys(m) {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendString(dst, k); err != nil {
			return nil, err
		}
		if dst, err = appendJSON(append(dst, ':'), m[k], depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendList(dst []byte, list []any, depth int) (_ []byte, err error) {
	if list == nil {
		return append(dst, "null"...), nil
	}
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, err = appendJSON(dst, v, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendString(dst []byte, s string) ([]byte, error) {
	if strings.IndexFunc(s, needsEscape) < 0 {
		return append(append(append(dst, '"'), s...), '"'), nil
	}
	text, err := json.Marshal(s)
	return append(dst, text...), err
}

// needsEscape reports whether json.Marshal may write r differently in a string.
func needsEscape(r rune) bool {
	return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r)
}
