package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
)

// maxText bounds the text of several results, because they can contain each other.
const maxText = 16 << 20

var errText = errors.New("the text of the results is too long")

// AppendText appends the text of results, separated by spaces: maps and lists as JSON, null
// as "null", everything else as fmt prints it. Several results longer than 16 MiB are an
// error.
func AppendText(dst []byte, results []any) (_ []byte, err error) {
	before := len(dst)
	for i, v := range results {
		if i > 0 && len(dst)-before > maxText {
			return nil, errText
		}
		if i > 0 {
			dst = append(dst, ' ')
		}
		if v == nil {
			dst = append(dst, "null"...)
			continue
		}
		if dst, err = appendValue(dst, v); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// Text returns the text of one value in a column. Unlike in [AppendText], null is "<no
// value>".
func Text(v any) (string, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	text, err := appendValue(nil, v)
	return string(text), err
}

func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil, noValue:
		return append(dst, "<no value>"...), nil
	case string:
		return append(dst, v...), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case map[string]any, []any:
		return appendJSON(dst, v, 0)
	default:
		return fmt.Append(dst, v), nil
	}
}
