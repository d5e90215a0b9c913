package decode

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/structural/budget"
)

const (
	// stage names what was being done in the error of an exceeded budget.
	stage = "decoding"
	// stepBytes is the number of bytes of a text that are read in the time of one step.
	stepBytes = 64
)

// Failure returns err if it is no verdict about an input: the context of the call was done,
// or its budget was spent. Otherwise it returns nil.
func Failure(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, budget.ErrTooMuchWork) {
		return err
	}
	return context.Cause(ctx)
}
