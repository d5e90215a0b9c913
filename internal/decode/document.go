package decode

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Document is one decoded document.
type Document struct {
	// Value consists of nil, bool, string, int64, float64, map[string]any and []any.
	Value any
	// Strict holds the server's errors about duplicate fields with fieldValidation=Strict:
	// the items after `strict decoding error: `, for example `duplicate field
	// "spec.replicas"`. All duplicates that the YAML library finds are one item of several
	// lines, whose line numbers count from the start of the document.
	Strict []string
	// Line is the line of the input on which the document starts, counted from 1.
	Line int
	// Source is the text of the document.
	Source Source
}

// Object returns the value if it is an object, or else an [*Error] that names its type.
func (d Document) Object() (map[string]any, error) {
	if object, ok := d.Value.(map[string]any); ok {
		return object, nil
	}
	return nil, Unexpected(d.Line, "line %d: %s where an object is needed", d.Line, typeName(d.Value))
}

// Warnings returns the warnings that the server sends with fieldValidation=Warn instead of
// [Document.Strict].
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, addStrictDecodingWarnings.
func (d Document) Warnings() []string {
	var out []string
	for _, item := range d.Strict {
		lines, fromYAML := strings.CutPrefix(item, "yaml: unmarshal errors:\n")
		if !fromYAML {
			out = append(out, item)
			continue
		}
		for line := range strings.SplitSeq(lines, "\n") {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return out
}

func typeName(v any) string {
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

// Error is why an input cannot be decoded, and where.
type Error struct {
	// Line and Column are the position in JSON, counted from 1 in lines and characters of
	// the whole input. Column is 0 for YAML: Line is then where the document starts, and a
	// line in the text of Err counts from there.
	Line, Column int
	// Err is the server's error, without a position, or the error of a well-formed text
	// that is not what is needed.
	Err error

	located bool // the text of Err has the position
}

// Unexpected returns the error of a well-formed text that is not what is needed. The text
// names the position itself.
func Unexpected(line int, format string, args ...any) *Error {
	return &Error{Line: line, Err: fmt.Errorf(format, args...), located: true}
}

// Error returns the position and the reason. It omits line 1 of a YAML document.
func (e *Error) Error() string {
	switch {
	case e.located:
		return e.Err.Error()
	case e.Column > 0:
		return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
	case e.Line > 1:
		return fmt.Sprintf("document at line %d: %v", e.Line, e.Err)
	default:
		return e.Err.Error()
	}
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Position is a line and a column of a text, both counted from 1. Lines end in a line
// feed. Columns count Unicode code points; a tab is one. A byte order mark is not counted.
type Position struct{ Line, Column int }

// String returns the position as compilers print it: "12:7".
func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

var start = Position{Line: 1, Column: 1}

func (p Position) after(text []byte) Position {
	if lines := bytes.Count(text, []byte("\n")); lines > 0 {
		p.Line += lines
		p.Column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.Column += utf8.RuneCount(text)
	return p
}

func (p Position) wrap(err error) *Error {
	return &Error{Line: p.Line, Column: p.Column, Err: err}
}
