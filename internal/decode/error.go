package decode

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

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
