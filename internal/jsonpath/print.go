package jsonpath

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// maxText bounds the text of several results, because they can contain each other.
const maxText = 16 << 20

var errText = errors.New("the text of the results is too long")

// AppendText appends the text of results, separated by spaces: maps and lists as JSON,
// null as "null", everything else as fmt prints it. More than 16 MiB of several results
// are an error.
func AppendText(w *work.Tracker, dst []byte, results []any) (_ []byte, err error) {
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
		if dst, err = appendValue(w, dst, v); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// Text returns the text of one value in a column. Unlike in [AppendText], null is "<no
// value>". w counts the text before it is written.
func Text(w *work.Tracker, v any) (string, error) {
	if s, ok := v.(string); ok {
		return s, nil
	}
	text, err := appendValue(w, nil, v)
	return string(text), err
}

func appendValue(w *work.Tracker, dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil, noValue:
		return append(dst, "<no value>"...), nil
	case string:
		return append(dst, v...), nil
	case int64:
		return strconv.AppendInt(dst, v, 10), nil
	case map[string]any, []any:
		return jsontext.Append(w, dst, v)
	default:
		return fmt.Append(dst, v), nil
	}
}
