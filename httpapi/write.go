package httpapi

import (
	"net/url"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/request"
)

// WriteOptions are the parameters of a request to create, update or patch an object.
//
// Source: Kubernetes API reference, CreateOptions, UpdateOptions and PatchOptions.
type WriteOptions struct {
	// DryRun reports whether the object is not to be stored.
	DryRun bool
	// FieldManager is the parameter fieldManager. If empty, see [WriteOptions.Manager].
	FieldManager string
	// FieldValidation is the treatment of unknown and repeated fields, by default Warn.
	FieldValidation crdschema.FieldValidation
	// Force is nil unless the request is an apply patch that has the parameter force.
	Force *bool
}

// ParseCreate returns the parameters of a request to create an object, or a Status (422).
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateCreateOptions.
func ParseCreate(values url.Values) (WriteOptions, *crdschema.Status) {
	return parseWrite(values, "CreateOptions")
}

// ParseUpdate returns the parameters of a request to replace an object, or a Status (422).
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidateUpdateOptions.
func ParseUpdate(values url.Values) (WriteOptions, *crdschema.Status) {
	return parseWrite(values, "UpdateOptions")
}

func parseWrite(values url.Values, kind string) (WriteOptions, *crdschema.Status) {
	q := query{values: values}
	w := readWrite(&q)
	if status := q.status(kind, w.Validate); status != nil {
		return WriteOptions{}, status
	}
	return writeOptions(w), nil
}

// ParsePatch returns the parameters of a request to patch an object, or a Status (422). An apply
// patch needs a fieldManager, and only an apply patch may have force. Parameters of contentType are
// ignored, and so are types other than patches: the server has rejected them before.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/validation, ValidatePatchOptions.
func ParsePatch(values url.Values, contentType string) (WriteOptions, *crdschema.Status) {
	form, known := decode.PatchTypeOf(contentType)
	q := query{values: values}
	p := request.PatchOptions{WriteOptions: readWrite(&q), Force: q.flag("force"), Apply: known && form == decode.ApplyPatch}
	if status := q.status("PatchOptions", p.Validate); status != nil {
		return WriteOptions{}, status
	}
	o := writeOptions(p.WriteOptions)
	o.Force = p.Force
	return o, nil
}

func readWrite(q *query) request.WriteOptions {
	return request.WriteOptions{DryRun: q.texts("dryRun"), FieldManager: q.text("fieldManager"), FieldValidation: q.text("fieldValidation")}
}

func writeOptions(w request.WriteOptions) WriteOptions {
	o := WriteOptions{DryRun: len(w.DryRun) > 0, FieldManager: w.FieldManager}
	switch w.FieldValidation {
	case request.Ignore:
		o.FieldValidation = crdschema.Ignore
	case request.Strict:
		o.FieldValidation = crdschema.Strict
	}
	return o
}

// Manager returns the field manager of the request: the parameter fieldManager, or else the
// printable part of the User-Agent before the first slash, truncated to 128 bytes. If it is
// empty, the server records "unknown".
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, managerOrUserAgent.
func (o WriteOptions) Manager(userAgent string) string {
	if o.FieldManager != "" {
		return o.FieldManager
	}
	return managedfields.NameOfUserAgent(userAgent)
}
