package decode

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/internal/work"
)

// JSON decodes a request body of the type application/json: one JSON value
// surrounded by white space. The error is an [*Error], or that of a context that is done
// or of a budget that is spent, see [Failure].
//
// Rule: sigs.k8s.io/json, UnmarshalStrict. The texts of syntax errors are those of
// encoding/json.
func JSON(ctx context.Context, body []byte) (Document, error) {
	return jsonAt(work.Start(ctx, stage), start, body)
}

// jsonAt decodes JSON text that starts at p in the input.
func jsonAt(w *work.Tracker, p Position, text []byte) (Document, error) {
	if !json.Valid(text) {
		offset, err := syntaxError(text)
		return Document{}, p.after(text[:offset]).wrap(err)
	}
	r := jsonReader{text: text, work: w}
	value := r.value()
	if err := w.Err(); err != nil {
		return Document{}, err
	}
	if r.err != nil {
		return Document{}, p.after(text[:r.errAt]).wrap(r.err)
	}
	return Document{Value: value, Strict: r.duplicates.found, Line: p.Line, Source: Source{p, text, MediaJSON}}, nil
}

// syntaxError returns the error of invalid text and its offset, which is that of the
// last byte if the text is incomplete.
func syntaxError(text []byte) (offset int, err error) {
	var ignored json.RawMessage
	err = json.Unmarshal(text, &ignored)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(0, int(syntax.Offset)-1)
	}
	return offset, err
}

// jsonReader reads the value of a JSON text that is valid, which also limits its
// depth. The server's decoder is not used because it takes quadratic time to
// report duplicate fields that are nested deeply.
type jsonReader struct {
	text []byte
	work *work.Tracker // after its failure, nothing is read any more
	next int           // index of the next byte to read
	path []pathElement
	// field is the Go struct and field that errors about numbers name, or empty if
	// the value is not inside of a struct.
	field string

	duplicates duplicates
	err        error // the first error; reading continues after it
	errAt      int
}

// value reads one value and the white space before it.
func (r *jsonReader) value() any {
	if !r.work.Step(1) {
		return nil
	}
	switch r.peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return r.string()
	case 't':
		r.next += len("true")
		return true
	case 'f':
		r.next += len("false")
		return false
	case 'n':
		r.next += len("null")
		return nil
	default:
		return r.number()
	}
}

// object reads an object. A duplicate field is reported before the duplicates
// inside it.
func (r *jsonReader) object() map[string]any {
	object := map[string]any{}
	depth := len(r.path)
	r.next++ // {
	for r.peek() != '}' {
		name := r.string()
		if _, exists := object[name]; exists {
			r.duplicates.add(r.path, name)
		}
		r.peek()
		r.next++ // :
		r.path = append(r.path, pathElement{name: name})
		object[name] = r.value()
		r.path = r.path[:depth]
		if r.work.Failed() {
			return nil
		}
		r.comma()
	}
	r.next++ // }
	return object
}

// array reads an array.
func (r *jsonReader) array() []any {
	array := []any{}
	depth := len(r.path)
	r.next++ // [
	for r.peek() != ']' {
		r.path = append(r.path, pathElement{index: len(array), isIndex: true})
		array = append(array, r.value())
		r.path = r.path[:depth]
		if r.work.Failed() {
			return nil
		}
		r.comma()
	}
	r.next++ // ]
	return array
}

// peek skips white space and returns the next byte.
func (r *jsonReader) peek() byte {
	for {
		switch c := r.text[r.next]; c {
		case ' ', '\t', '\r', '\n':
			r.next++
		default:
			return c
		}
	}
}

// comma skips a comma if there is one.
func (r *jsonReader) comma() {
	if r.peek() == ',' {
		r.next++
	}
}

// string reads a string. Escapes and invalid UTF-8 are left to encoding/json, which
// treats them as the server's decoder does.
func (r *jsonReader) string() string {
	from := r.next
	escaped, ascii := false, true
	for r.next++; r.text[r.next] != '"'; r.next++ {
		switch c := r.text[r.next]; {
		case c == '\\':
			escaped = true
			r.next++
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	r.next++
	r.work.Step((r.next - from) / stepBytes)
	if plain := r.text[from+1 : r.next-1]; !escaped && (ascii || utf8.Valid(plain)) {
		return string(plain)
	}
	var s string
	r.check(from, json.Unmarshal(r.text[from:r.next], &s))
	return s
}

// number reads a number.
func (r *jsonReader) number() any {
	from := r.next
	literal := r.literal()
	n, err := number(literal)
	if err != nil && r.field != "" {
		err = errors.New(wire.WrongFieldType("number "+literal, r.field, "float64"))
	}
	r.check(from, err)
	return n
}

// literal reads a number and returns it as it is written.
func (r *jsonReader) literal() string {
	from := r.next
	for r.next < len(r.text) && isNumberByte(r.text[r.next]) {
		r.next++
	}
	return string(r.text[from:r.next])
}

// check records the first error and its offset.
func (r *jsonReader) check(at int, err error) {
	if err != nil && r.err == nil {
		r.err, r.errAt = err, at
	}
}

// number returns the value of a JSON number: an int64 if it has no decimal point and
// fits, or else a float64.
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
		return nil, errors.New(wire.WrongType("number "+literal, "float64"))
	}
	return f, nil
}

// isNumberByte reports whether c can be part of a JSON number.
func isNumberByte(c byte) bool {
	switch c {
	case '+', '-', '.', 'e', 'E':
		return true
	default:
		return '0' <= c && c <= '9'
	}
}
