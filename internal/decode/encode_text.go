package decode

import (
	"bytes"
	"maps"
	"math"
	"slices"

	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work"
)

// UnwritableError is the text of an error of a value that cannot be written as YAML because the YAML
// library does not read its JSON text.
type UnwritableError string

// Error returns the text.
func (e UnwritableError) Error() string { return string(e) }

// EncodeText returns the YAML document that a server makes of text, the JSON text of value. It
// differs from that of the value in whole floats and in strings with U+0085, a line break. U+007F and
// other control characters that JSON does not escape are an [UnwritableError]. The caller has counted
// the text and its indentation.
//
// Rule: sigs.k8s.io/yaml, JSONToYAML.
func EncodeText(w *work.Tracker, text []byte, value any) ([]byte, error) {
	if bytes.Contains(text, []byte("\u0085")) {
		return encodeBroken(w, text)
	}
	r := yamlReader{work: w}
	value, _ = r.read(value)
	if r.err != nil {
		return nil, r.err
	}
	e := yamlEncoder{work: w}
	if e.whole(value); e.err != nil {
		return nil, e.err
	}
	return e.out.Bytes(), nil
}

// encodeBroken reads and writes a text with line breaks in strings as a whole.
func encodeBroken(w *work.Tracker, text []byte) ([]byte, error) {
	if !w.Make(len(text)) { // the library makes about one value of a byte
		return nil, w.Err()
	}
	var value any
	if err := goyaml.Unmarshal(text, &value); err != nil {
		return nil, UnwritableError(err.Error())
	}
	return goyaml.Marshal(value)
}

// yamlReader makes of a value what a YAML parser makes of its JSON text.
type yamlReader struct {
	work *work.Tracker
	err  error
}

// read returns the value of the text of v, and whether it differs from v.
func (r *yamlReader) read(v any) (any, bool) {
	if r.err != nil || !r.step() {
		return v, false
	}
	switch v := v.(type) {
	case string:
		r.text(v)
	case float64:
		return wholeNumber(v)
	case map[string]any:
		return r.object(v)
	case []any:
		return r.list(v)
	}
	return v, false
}

func (r *yamlReader) step() bool {
	if r.work.Step(1) {
		return true
	}
	r.err = r.work.Err()
	return false
}

func (r *yamlReader) object(m map[string]any) (any, bool) {
	if m == nil {
		return nil, true
	}
	var out map[string]any
	for name, v := range m {
		r.text(name)
		if read, changed := r.read(v); changed {
			if out == nil {
				out = maps.Clone(m)
			}
			out[name] = read
		}
	}
	if out == nil {
		return m, false
	}
	return out, true
}

func (r *yamlReader) list(l []any) (any, bool) {
	if l == nil {
		return nil, true
	}
	var out []any
	for i, v := range l {
		if read, changed := r.read(v); changed {
			if out == nil {
				out = slices.Clone(l)
			}
			out[i] = read
		}
	}
	if out == nil {
		return l, false
	}
	return out, true
}

// text fails for the characters that the parser does not accept and the encoder of JSON does not
// escape. Invalid UTF-8 becomes U+FFFD.
//
// Rule: go.yaml.in/yaml/v2, yaml_parser_update_buffer.
func (r *yamlReader) text(s string) {
	for _, c := range s {
		if 0x7f <= c && c < 0xa0 || c == 0xfffe || c == 0xffff {
			r.err = UnwritableError("yaml: control characters are not allowed")
			return
		}
	}
}

// wholeNumber returns the number that the JSON text of f is in YAML, and whether it differs from f: up
// to 1e21, JSON writes whole numbers with all digits.
func wholeNumber(f float64) (any, bool) {
	switch {
	case f != math.Trunc(f):
	case -1<<63 <= f && f < 1<<63:
		return int64(f), true
	case 0 <= f && f < 1<<64:
		return uint64(f), true
	}
	return f, false
}
