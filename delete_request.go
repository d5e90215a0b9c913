package crdschema

import (
	"cmp"
	"time"

	"github.com/seed95800270/crdschema/internal/options"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// DeleteRequest is a request to delete an object. Its options, a DeleteOptions of
// meta.k8s.io/v1, are Body, or Options, or absent.
type DeleteRequest struct {
	// Body is the text of the body. The server reads the options in the query of the URL
	// only if it is empty.
	Body []byte
	// ContentType is the Content-Type header of the request: application/json or
	// application/yaml, with any parameters. If it is empty, Body is JSON.
	ContentType string
	// Options are the options as a map of JSON values: those of the query, or a decoded
	// body. They must be nil if there is a Body.
	Options map[string]any
	// Old is the stored object at any version of the definition, read as [Definition.Read]
	// does, with its resourceVersion. A precondition about a uid or resourceVersion that
	// Old does not have holds. If there is no such object Old is nil, and Name is required.
	Old map[string]any
	// Version is the version in the request's URL. If it is empty, it is the storage
	// version.
	Version string
	// Name is the name in the request's URL. If it is empty, it is that of Old.
	Name string
	// Now is the time of the request: the deletionTimestamp of an object that stays until
	// its finalizers are removed. It is required for those.
	Now time.Time
	// Revision is the revision that the storage gives to the write, which is then the
	// resourceVersion of the object in the answer: see [Request.Revision].
	Revision uint64
	// StoragePrefix is what the keys of all objects in storage begin with: see
	// [Request.StoragePrefix].
	StoragePrefix string
}

// DeleteResult is the server's answer to a [DeleteRequest].
type DeleteResult struct {
	// Stored is what the server writes to storage if the object stays: with a
	// deletionTimestamp, a deletionGracePeriodSeconds of 0, the next generation, and the
	// finalizers of the propagation policy. The server does not write an object that is as
	// it was, because it was being deleted already. Stored is nil if the object is Gone or
	// the request is rejected.
	Stored map[string]any `json:"stored,omitempty"`
	// Object is what the server answers if it accepts the request: a Status of success if
	// the object is gone, else the stored object at the version of the request.
	Object map[string]any `json:"object,omitempty"`
	// Gone reports whether the server removes the object from storage.
	Gone bool `json:"gone,omitempty"`
	// DryRun reports whether the options ask for the answer only: nothing is written or
	// removed.
	DryRun bool `json:"dryRun,omitempty"`
	// Code is the HTTP status code of a request that the server accepts: 200, or 202 if
	// the object stays though its orphanDependents was false. It is 0 if it is rejected.
	Code int `json:"code,omitempty"`
	// Status says why the server rejects the request: 400, 404, 409, 413, 415 or 500.
	Status *Status `json:"status,omitempty"`
	// Errors say why the options are invalid (422).
	Errors structural.Errors `json:"errors,omitempty"`
	// Warnings are the texts of the Warning headers: that of a deprecated version.
	Warnings []string `json:"warnings,omitempty"`
}

// Accepted reports whether the server accepts the request. A zero DeleteResult, which is
// returned beside an error, is not accepted.
func (r *DeleteResult) Accepted() bool { return r.Code != 0 }

// Rejection returns the Status with which the server answers a rejected request, as
// [Result.Rejection] does. It is nil if the server accepts the request.
func (r *DeleteResult) Rejection() *Status {
	return cmp.Or(r.Status, status.Resource{Group: options.Group, Kind: "DeleteOptions"}.Invalid(r.Errors))
}
