package decode

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/structural/budget"
)

const (
	// stage names the work in the error of an exceeded budget.
	stage = "decoding"
	// stepBytes is the number of bytes of a text that are read in one step.
	stepBytes = 64
)

// Failure returns err if it is about the context or the budget and not a verdict about an
// input, else nil.
func Failure(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, budget.ErrTooMuchWork) {
		return err
	}
	return context.Cause(ctx)
}
