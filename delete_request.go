package crdschema

import (
	"encoding/json"
	"time"
)

// DeleteRequest is a request to delete an object. Its options, a DeleteOptions of
// meta.k8s.io/v1, are in Body or in Options.
type DeleteRequest struct {
	// Body is the text of the body. If it is empty, the server reads the options in the
	// query of the URL.
	Body []byte
	// ContentType is the Content-Type header of the request: application/json or
	// application/yaml, with any parameters. If it is empty, Body is JSON.
	ContentType string
	// Options are the options as a map of JSON values, from the query or a decoded body.
	// They must be nil if there is a Body.
	Options map[string]any
	// Old is the stored object at any version of the definition, as [Definition.Read] returns
	// it, with its resourceVersion. A precondition about a uid or resourceVersion that Old
	// lacks holds. If the object is not stored, Old is nil and Name is required.
	Old map[string]any
	// Version is the version in the URL. If it is empty, it is the storage version.
	Version string
	// Name is the name in the URL. If it is empty, it is Old's. It is not compared with Old's.
	// Whether a URL can have the name is not checked: see [Request].
	Name string
	// Now is the time of the request, and required for an object with finalizers: its
	// deletionTimestamp.
	Now time.Time
	// Revision is the revision of the write in storage: see [Request.Revision].
	Revision uint64
	// StoragePrefix is the prefix of keys in storage: see [Request.StoragePrefix].
	StoragePrefix string
}

// DeleteResult is the server's answer to a [DeleteRequest].
type DeleteResult struct {
	// Stored is the object that the server writes to storage: with a deletionTimestamp, a
	// deletionGracePeriodSeconds of 0, the next generation, and the finalizers of the
	// propagation policy. The server does not write an object that was being deleted already
	// and does not change. Stored is nil if the object is Gone or the request is rejected.
	Stored map[string]any `json:"stored,omitempty"`
	// Object is the body of the answer to an accepted request: a Status of success if the
	// object is gone, else the stored object at the version of the request.
	Object map[string]any `json:"object,omitempty"`
	// Gone reports whether the server removes the object from storage.
	Gone bool `json:"gone,omitempty"`
	// DryRun reports whether the options ask for the answer only.
	DryRun bool `json:"dryRun,omitempty"`
	// Code is the HTTP status code of an accepted request: 200, or 202 if the object stays
	// although its orphanDependents was false. It is 0 if the request is rejected.
	Code int `json:"code,omitempty"`
	// Verdict has the errors of the options.
	Verdict
	// Warnings are the texts of the Warning headers: one if the version is deprecated.
	Warnings []string `json:"warnings,omitempty"`
}

// Accepted reports whether the server accepts the request. A zero DeleteResult, as returned
// with an error, is not accepted.
func (r DeleteResult) Accepted() bool { return r.Code != 0 }

// MarshalJSON returns the fields of r and its status as JSON.
func (r DeleteResult) MarshalJSON() ([]byte, error) {
	type fields DeleteResult
	return json.Marshal(struct {
		fields
		Status *Status `json:"status,omitempty"`
	}{fields(r), r.Status()})
}
