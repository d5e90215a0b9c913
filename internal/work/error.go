package work

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/field"
)

// ErrTooMuchWork is the error of a call whose budget is spent: errors.Is(err, ErrTooMuchWork).
// Such a call has no verdict.
var ErrTooMuchWork = errors.New("too much work")

// Error says which budget is spent, and where. It is an [ErrTooMuchWork].
type Error struct {
	// What was counted: "steps", "values made" or "levels of nesting".
	What string
	// Of names what alone is more than the whole budget, such as "the types of an
	// expression", or is empty.
	Of string
	// Limit is how much of it the call had.
	Limit int64
	// Stage is what the call did, such as "validating values".
	Stage string
	// Path leads to the value that the call looked at, as far as it is known. It is empty if
	// there are too many levels.
	Path field.Path
}

// Error returns the budget, the stage and the path.
func (e *Error) Error() string {
	text := fmt.Sprintf("%v: more than %d %s", ErrTooMuchWork, e.Limit, e.What)
	if e.Of != "" {
		text = fmt.Sprintf("%v: %s: more than %d %s", ErrTooMuchWork, e.Of, e.Limit, e.What)
	}
	if e.Stage != "" {
		text += " " + e.Stage
	}
	if len(e.Path) > 0 {
		text += " at " + e.Path.String()
	}
	return text
}

// Is reports whether target is [ErrTooMuchWork].
func (e *Error) Is(target error) bool { return target == ErrTooMuchWork }
