package decode

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// JSON decodes a request body of the type application/json: one JSON value
// with white space around it. The error is an [*Error].
//
// Rule: sigs.k8s.io/json, UnmarshalStrict; the words of syntax errors are
// those of encoding/json.
func JSON(body []byte) (Document, error) {
	return jsonAt(start, body)
}

// jsonAt decodes JSON text that stands at p in the input.
func jsonAt(p place, text []byte) (Document, error) {
	if !json.Valid(text) {
		offset, err := syntaxError(text)
		return Document{}, p.after(text[:offset]).because(err)
	}
	r := reader{text: text}
	value := r.value()
	if r.err != nil {
		return Document{}, p.after(text[:r.errAt]).because(r.err)
	}
	return Document{Value: value, Strict: r.repeated.found, Line: p.line}, nil
}

// syntaxError says what is wrong with text and before which byte, or at the
// last one if there should be more.
func syntaxError(text []byte) (offset int, err error) {
	var ignored json.RawMessage
	err = json.Unmarshal(text, &ignored)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = max(0, int(syntax.Offset)-1)
	}
	return offset, err
}

// reader builds the value of a JSON text that is known to be valid, which
// bounds the recursion, too. It is our own because the server's decoder takes
// quadratic time to name repeated fields that are nested deeply.
type reader struct {
	text []byte
	next int // index of the first byte not read yet
	path []step

	repeated repetitions
	err      error // the first error, which does not end the reading
	errAt    int
}

// value reads one value and the white space in front of it.
func (r *reader) value() any {
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

// object reads an object. A field that is there twice is reported before
// whatever is repeated inside of it.
func (r *reader) object() map[string]any {
	object := map[string]any{}
	depth := len(r.path)
	r.next++ // {
	for r.peek() != '}' {
		name := r.string()
		if _, there := object[name]; there {
			r.repeated.add(r.path, name)
		}
		r.peek()
		r.next++ // :
		r.path = append(r.path, step{name: name})
		object[name] = r.value()
		r.path = r.path[:depth]
		r.comma()
	}
	r.next++ // }
	return object
}

// array reads an array.
func (r *reader) array() []any {
	array := []any{}
	depth := len(r.path)
	r.next++ // [
	for r.peek() != ']' {
		r.path = append(r.path, step{index: len(array), isIndex: true})
		array = append(array, r.value())
		r.path = r.path[:depth]
		r.comma()
	}
	r.next++ // ]
	return array
}

// peek skips white space and returns the byte behind it.
func (r *reader) peek() byte {
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
func (r *reader) comma() {
	if r.peek() == ',' {
		r.next++
	}
}

// string reads a string. What is not plain text is left to encoding/json,
// which treats it as the server's decoder does.
func (r *reader) string() string {
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
	if plain := r.text[from+1 : r.next-1]; !escaped && (ascii || utf8.Valid(plain)) {
		return string(plain)
	}
	var s string
	r.check(from, json.Unmarshal(r.text[from:r.next], &s))
	return s
}

// number reads a number.
func (r *reader) number() any {
	from := r.next
	for r.next < len(r.text) && isNumberByte(r.text[r.next]) {
		r.next++
	}
	n, err := number(string(r.text[from:r.next]))
	r.check(from, err)
	return n
}

// check keeps the first error and where it stands.
func (r *reader) check(at int, err error) {
	if err != nil && r.err == nil {
		r.err, r.errAt = err, at
	}
}

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
