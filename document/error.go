package document

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/decode"
)

// DecodeError says where and why a text cannot be decoded, is not an object, or does not have
// exactly one document.
type DecodeError struct {
	// Line and Column are the position of the problem in JSON, counted from 1 in lines and
	// characters of the whole text. For YAML, Line is the line on which the document begins,
	// and Column is 0. Column is also 0 if the text is not an object.
	Line, Column int
	// Err is the server's error, without a position, or says what is needed instead.
	Err error

	text string // the printed error, or "" for the text of Err
}

// Error returns the position and the reason. It omits the position of a YAML document that
// begins the text.
func (e *DecodeError) Error() string { return cmp.Or(e.text, fmt.Sprint(e.Err)) }

func (e *DecodeError) Unwrap() error { return e.Err }

func located(err error) error {
	if err == nil {
		return nil
	}
	var e *decode.Error
	if !errors.As(err, &e) {
		return err
	}
	return &DecodeError{Line: e.Line, Column: e.Column, Err: e.Err, text: e.Error()}
}
