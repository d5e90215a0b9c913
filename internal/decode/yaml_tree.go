package decode

import (
	"bytes"
	"errors"
	"io"
	"strings"

	// Only the parser is used. The module's conversion to JSON keeps a random one of two
	// names that become the same string, and copies a long string for each alias.
	goyaml "sigs.k8s.io/yaml/goyaml.v2"

	"github.com/seed95800270/crdschema/internal/work"
)

type yamlTree struct {
	value any
	// ordered reports whether mappings are of type goyaml.MapSlice. It takes a fourth of
	// the memory of a map[any]any and keeps repeated keys. Keys may be maps and lists: the
	// parser rejects them elsewhere.
	ordered bool
	// strict reports whether duplicates is the error of the strict parser.
	strict     bool
	duplicates error
}

func parseTree(w *work.Tracker, text []byte) (yamlTree, error) {
	if beginsWithScalar(text) && !bytes.Contains(text, []byte("<<")) { // a MapSlice does not merge
		var m goyaml.MapSlice
		err := unmarshal(w, text, &m, lenient)
		switch {
		case w.Failed():
			return yamlTree{}, w.Err()
		case err != nil && !errors.As(err, new(*goyaml.TypeError)): // another one may come before it
			return parseLenient(w, text)
		case err == nil && m != nil:
			return yamlTree{value: m, ordered: true}, w.Err()
		}
	}
	return parseMaps(w, text)
}

// parseMaps returns the value with maps. It does not parse a text with aliases strictly:
// the parser would write a long name for each duplicate field.
func parseMaps(w *work.Tracker, text []byte) (t yamlTree, err error) {
	if !mayHaveAliases(text) {
		t.duplicates, t.strict = unmarshal(w, text, &t.value, strict), true
		if t.duplicates == nil {
			return t, nil
		}
	}
	duplicates, checked := t.duplicates, t.strict
	t, err = parseLenient(w, text)
	t.duplicates, t.strict = duplicates, checked
	return t, err
}

func parseLenient(w *work.Tracker, text []byte) (t yamlTree, err error) {
	err = unmarshal(w, text, &t.value, lenient)
	return t, err
}

func mayHaveAliases(text []byte) bool {
	return bytes.IndexByte(text, '&') >= 0 && bytes.IndexByte(text, '*') >= 0
}

// beginsWithScalar reports whether the first token is a scalar or the beginning of a
// mapping. Only then the value is certainly not a sequence: one would be decoded into the
// fields of a goyaml.MapItem.
func beginsWithScalar(text []byte) bool {
	for {
		text = bytes.TrimLeft(text, " \r\n")
		switch {
		case bytes.HasPrefix(text, []byte("#")):
			_, text, _ = bytes.Cut(text, []byte("\n"))
		case bytes.HasPrefix(text, []byte("---\n")), bytes.HasPrefix(text, []byte("--- ")):
			text = text[len("---"):]
		case len(text) == 0:
			return false
		default:
			c := text[0] | 0x20 // the lower case of a letter
			return 'a' <= c && c <= 'z' || bytes.IndexByte([]byte(`{"'0123456789`), text[0]) >= 0
		}
	}
}

// hasPlainKeys reports whether all keys are scalars. The parser rejects others, except in
// a goyaml.MapSlice.
func hasPlainKeys(w *work.Tracker, v any) bool {
	switch v := v.(type) {
	case goyaml.MapSlice:
		for i := range v {
			if !isPlainKey(v[i].Key) || !hasPlainKeys(w, v[i].Value) {
				return false
			}
		}
	case []any:
		for _, e := range v {
			if !hasPlainKeys(w, e) {
				return false
			}
		}
	}
	return w.Step(1)
}

func isPlainKey(key any) bool {
	switch key.(type) {
	case goyaml.MapSlice, []any:
		return false
	default:
		return true
	}
}

// strictness says how a YAML parser treats repeated fields.
type strictness bool

const (
	lenient strictness = false
	strict  strictness = true
)

// unmarshal decodes the first document of text into out. text may be empty.
func unmarshal(w *work.Tracker, text []byte, out any, s strictness) error {
	if len(text) == 0 {
		return nil
	}
	d := goyaml.NewDecoder(&steppingReader{w, text})
	d.SetStrict(bool(s))
	err := d.Decode(out)
	if w.Failed() {
		return w.Err()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return cut(err)
}

// maxErrorText bounds a parser's error. It quotes a map or list as a key in Go's syntax,
// ten times as long.
const maxErrorText = 4 << 20

func cut(err error) error {
	if err == nil || errors.As(err, new(*goyaml.TypeError)) {
		return err
	}
	if text := err.Error(); len(text) > maxErrorText {
		return errors.New(strings.ToValidUTF8(text[:maxErrorText], "") + "…")
	}
	return err
}

// bytesPerStep is the number of bytes that a YAML parser reads in one step.
const bytesPerStep = 4

type steppingReader struct {
	work *work.Tracker
	text []byte // what is left
}

// Read reads from the text, or returns the error of the tracker.
func (r *steppingReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text)
	r.text = r.text[n:]
	if !r.work.Step(1 + n/bytesPerStep) {
		return 0, r.work.Err()
	}
	return n, nil
}
