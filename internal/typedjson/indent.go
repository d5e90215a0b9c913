package typedjson

import (
	"bytes"
	"encoding/json"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// Indent returns a valid JSON text with a line for each value and two blanks for each level, as
// json.MarshalIndent does. The error is the error of w, with which [Count] has counted them.
func Indent(w *work.Tracker, text []byte) ([]byte, error) {
	n, err := Count(w, text)
	if err != nil {
		return nil, err
	}
	out := bytes.NewBuffer(make([]byte, 0, n))
	err = json.Indent(out, text, "", "  ")
	return out.Bytes(), err
}

// Count counts the bytes of a valid JSON text with indentation, in JSON or YAML, as made values
// before they are written: they grow with the product of the size and the depth. It returns about
// how many there are, or the error of w.
func Count(w *work.Tracker, text []byte) (int, error) {
	n := len(text) + indentation(text)
	if !w.Make(n / work.BytesPerValue) {
		return 0, w.Err()
	}
	return n, nil
}

// enough is more than the default budget allows, and does not overflow an int.
const enough = 1 << 30

// indentation returns the bytes that Indent adds to a valid JSON text, and a few more, or enough.
func indentation(text []byte) int {
	n, depth := 0, 0
	for i := 0; i < len(text) && n < enough; i++ {
		switch text[i] {
		case '"':
			i = jsontext.StringEnd(text, i) - 1
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
		default:
			continue
		}
		n += 2 + 2*depth
	}
	return n
}
