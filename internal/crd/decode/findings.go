package decode

import (
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/gotype/decoder"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
)

// Findings are the errors of decoding a CRD.
type Findings struct {
	// CRD is the map as the server holds it, or the input itself if it was a map.
	CRD map[string]any
	// Undecodable is the server's error for a CRD that it cannot decode, or nil. It comes
	// without other errors.
	Undecodable *structural.Error
	// Strict are the errors of a strict decoder, in order: errors of the decoder of
	// YAML text, without paths, and then errors of the kinds
	// [field.UnknownField] and [field.Duplicate].
	Strict structural.Errors
	// Silent are unknown fields that the server drops without reporting them, at
	// most 100, in the same form.
	Silent structural.Errors

	typeMeta gotype.TypeMeta
	status   *status.Status // a 400 regardless of the request's Validation
}

// Validation is the fieldValidation parameter of a request: what to do about
// unknown and repeated fields.
type Validation uint8

const (
	// Warn returns them as warnings.
	Warn Validation = iota
	// Ignore ignores them.
	Ignore
	// Strict rejects a CRD that has any.
	Strict
)

// Status returns the 400 Bad Request with which the server answers, or nil if it goes on to
// validate the CRD.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func (f Findings) Status(v Validation) *status.Status {
	switch {
	case f.status != nil:
		return f.status
	case v == Strict && len(f.Strict) > 0:
		return unhandled(f.typeMeta, status.StrictDecoding(f.Strict.Texts()))
	case f.typeMeta.Version != "v1":
		return status.OtherVersion(f.typeMeta.GroupVersion.String(), crd.Group+"/v1")
	default:
		return nil
	}
}

// reject sets the error that makes the CRD undecodable and the Status with a message.
func (f *Findings) reject(bad *structural.Error, message string) {
	f.Undecodable, f.status = bad, status.BadRequest(message)
	f.status.Path, f.status.Remark = bad.Path, bad.Remark
}

// Dropped returns the paths of the unknown fields that the server drops, the
// reported ones first.
func (f Findings) Dropped() []structural.Path {
	return append(decoder.UnknownFields(f.Strict), decoder.UnknownFields(f.Silent)...)
}

// Warnings returns the warnings of the response, before the server removes repeated
// ones and truncates long ones.
func (f Findings) Warnings(v Validation) errlist.Warnings {
	if v != Warn || f.status != nil {
		return nil
	}
	return decoder.Warnings(f.Strict)
}
