package admission

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/status"
)

// callError is the error of a webhook that could not be called, or answered nonsense.
type callError struct {
	name string
	err  error
}

func (e *callError) Error() string {
	return fmt.Sprintf("failed calling webhook %q: %v", e.name, e.err)
}
func (e *callError) Unwrap() error { return e.err }

// failed returns the error of a call.
func (k *hook) failed(format string, err error) error {
	return &callError{k.name, fmt.Errorf(format, err)}
}

// outcome returns the answer to a request after a call with an error: failures may be ignored, but not if the request
// has ended.
func (k *hook) outcome(ctx context.Context, err error) error {
	var failed *callError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &failed):
		if s := crdschema.StatusOf(err); s != nil {
			return s
		}
		return status.Internal(err.Error())
	case k.ignore && ctx.Err() != nil:
		return &crdschema.Status{Code: http.StatusGatewayTimeout, Reason: "Timeout", Message: "Timeout: request did not complete within requested timeout",
			Details: &status.Details{}}
	case k.ignore:
		return nil
	}
	return status.Internal(failed.Error())
}
