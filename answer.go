package crdschema

import (
	"context"
	"errors"

	"github.com/seed95800270/crdschema/status"
)

// Status is the answer of the server to a request that it rejects. Package status documents
// its fields and methods: go doc github.com/seed95800270/crdschema/status.Status.
type Status = status.Status

// StatusOf returns the Status with which the server answers a request if err is the error
// of [Definition.Read] (a GET), of [Definition.Decode], [Definition.Store] or
// [Definition.Convert] (a write), or of Apply of an Applier (package structural/apply). It returns nil if err is nil or is not the
// server's: an error of the context, of the budget, of an argument or of a missing
// converter.
//
// The Status of an unreadable object names its key and its revision in storage: the
// resourceVersion of the object that was passed to Read, or 0. The Status of an error of a
// list lacks the server's words around the errors of its objects.
//
// Rules: k8s.io/apiserver/pkg/storage/errors, InterpretGetError; k8s.io/apiserver/pkg/
// endpoints/handlers/responsewriters, ErrorToAPIStatus.
func StatusOf(err error) *Status {
	var known *Status
	var failed *failedError
	switch {
	case errors.As(err, &known):
		return known
	case !errors.As(err, &failed):
		return nil
	case failed.key == "":
		return status.Unexpected(failed.Error())
	default:
		return status.Corrupt(failed.key, failed.revision, failed.Error())
	}
}

// failedError is the server's error for an object that cannot be converted or decoded.
type failedError struct {
	error
	key      string // of the object in storage, or empty if it is not read from there
	revision uint64
}

// Unwrap returns the error itself.
func (e *failedError) Unwrap() error { return e.error }

// ending is how a request ends early: with a Status, or without a verdict. Each of its
// methods reports whether to continue.
type ending struct {
	status  *Status
	failure error
}

// reject ends the request with a status unless it is nil.
func (e *ending) reject(s *Status) bool {
	e.status = s
	return s == nil
}

// fail ends the request without a verdict unless err is nil.
func (e *ending) fail(err error) bool {
	e.failure = err
	return err == nil
}

// end ends the request unless err is nil: with the Status in its chain, or without a verdict.
func (e *ending) end(err error) bool {
	var known *Status
	if errors.As(err, &known) {
		return e.reject(known)
	}
	return e.fail(err)
}

// refuse ends the request if err, the error of reading or writing an object, is not nil:
// with the Status that answer returns, or without a verdict if the error is not the
// server's.
func (e *ending) refuse(ctx context.Context, err error, answer func(error) *Status) bool {
	if err == nil || !ofServer(ctx, err) {
		return e.fail(err)
	}
	return e.reject(answer(err))
}

// ofServer reports whether err, the error of reading or writing an object, is the server's:
// the context is not done, and there is a converter.
func ofServer(ctx context.Context, err error) bool {
	return ctx.Err() == nil && !lacksConverter(err)
}

// unexpected returns the Status for an object that cannot be written.
func unexpected(err error) *Status { return status.Unexpected(err.Error()) }
