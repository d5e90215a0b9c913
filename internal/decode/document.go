package decode

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Document is one decoded document.
type Document struct {
	// Value consists of nil, bool, string, int64, float64, map[string]any and
	// []any. Nobody else refers to it.
	Value any
	// Strict is what a server says on fieldValidation=Strict about fields that
	// are there twice: the items behind `strict decoding error: `, in order,
	// for example `duplicate field "spec.replicas"`. All repetitions that the
	// YAML library finds are one item of several lines; its line numbers count
	// from the start of the document. Empty if there are none.
	Strict []string
	// Line is the line of the input on which the document starts, from 1.
	Line int
}

// Object is the value if it is an object, else an error that says what it is
// instead, without the place, which is [Document.Line].
func (d Document) Object() (map[string]any, error) {
	if object, ok := d.Value.(map[string]any); ok {
		return object, nil
	}
	return nil, fmt.Errorf("%s where an object is needed", kindName(d.Value))
}

// Warnings is what a server sends as warnings on fieldValidation=Warn in place
// of [Document.Strict]: one text for each repeated field.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, addStrictDecodingWarnings.
func (d Document) Warnings() []string {
	var out []string
	for _, item := range d.Strict {
		lines, ofYAML := strings.CutPrefix(item, "yaml: unmarshal errors:\n")
		if !ofYAML {
			out = append(out, item)
			continue
		}
		for line := range strings.SplitSeq(lines, "\n") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

// kindName is the JSON type of a decoded value, with an article.
func kindName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case int64, float64:
		return "a number"
	case []any:
		return "an array"
	default:
		return "an object"
	}
}

// Error says why and where an input cannot be decoded.
type Error struct {
	// Line and Column are the place of the problem in JSON, counted from 1 in
	// lines and characters of the whole input. Column is 0 for YAML: Line is
	// the line on which the document starts, and the text of Err, if it names
	// a line, counts from there.
	Line, Column int
	// Err is the reason in the words of the server, without a place.
	Err error
}

// Error is the reason with the place in front of it. The place of a YAML
// document that starts the input is left out.
func (e *Error) Error() string {
	switch {
	case e.Column > 0:
		return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
	case e.Line > 1:
		return fmt.Sprintf("document at line %d: %v", e.Line, e.Err)
	default:
		return e.Err.Error()
	}
}

// Unwrap is the reason in the words of the server.
func (e *Error) Unwrap() error { return e.Err }

// place is where something stands in the input, counted from 1.
type place struct{ line, column int }

var start = place{line: 1, column: 1}

// after is the place behind text, which starts at p.
func (p place) after(text []byte) place {
	if lines := bytes.Count(text, []byte("\n")); lines > 0 {
		p.line += lines
		p.column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.column += utf8.RuneCount(text)
	return p
}

// because is the error of a problem at p.
func (p place) because(err error) *Error {
	return &Error{Line: p.line, Column: p.column, Err: err}
}
