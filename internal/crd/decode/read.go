package decode

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Findings are the errors of decoding a manifest.
type Findings struct {
	// Undecodable is the server's error for a manifest that it cannot decode, or
	// nil. If it is not nil there are no other errors.
	Undecodable *structural.Error
	// Strict are the errors of a strict decoder, in order: those of the decoder of
	// YAML text, which have no path, and then errors of the kinds
	// [structural.UnknownField] and [structural.Duplicate].
	Strict structural.Errors
	// Silent are unknown fields that the server drops without reporting them, at
	// most 100, in the same form.
	Silent structural.Errors

	typeMeta wire.TypeMeta
	message  string // of a 400 regardless of the request's Validation
}

// Validation is the fieldValidation parameter of a request: what to do about
// unknown and repeated fields.
type Validation uint8

const (
	// Warn returns them as warnings.
	Warn Validation = iota
	// Ignore ignores them.
	Ignore
	// Strict rejects a manifest that has any.
	Strict
)

// Read decodes a normalized manifest as the server does when a request sends it to
// the URL of CustomResourceDefinitions in v1. duplicates are the errors for repeated
// fields that the decoder of the text returned.
//
// Rules: k8s.io/apimachinery/pkg/runtime/serializer/json, Serializer.Decode;
// sigs.k8s.io/json, UnmarshalStrict.
func Read(manifest map[string]any, duplicates []string) Findings {
	typeMeta, bad := readTypeMeta(manifest)
	if bad == nil {
		bad = checkKind(typeMeta, manifest)
	}
	f := Findings{typeMeta: typeMeta, Undecodable: bad}
	if bad != nil {
		f.message = bad.Detail
		return f
	}
	t := typeOf(typeMeta)
	if len(duplicates) == 0 && fits(manifest, t) {
		return f
	}
	repeated, ofYAML := newRepeatedFields(duplicates)
	d := decoder{repeated: repeated}
	err := d.value(manifest, t)
	if err == nil {
		err = d.first
	}
	if err != nil {
		f.Undecodable, f.message = err, unhandled(typeMeta, err.Detail)
		return f
	}
	for _, text := range ofYAML {
		f.Strict = append(f.Strict, field.Verbatim(structural.Error{Kind: structural.Duplicate, Code: codes.DuplicateField, Value: structural.Omitted, Detail: text}))
	}
	f.Strict, f.Silent = append(f.Strict, d.strict.errs...), d.silent.errs
	return f
}

// typeOf returns the type into which the server decodes a crd.
func typeOf(t wire.TypeMeta) *crd.Type {
	switch t.Version {
	case "v1beta1":
		return crd.V1beta1
	case wire.InternalVersion:
		return crd.Internal
	default:
		return crd.V1
	}
}

// StatusMessage returns the message of the 400 Bad Request with which the server
// answers, or "" if it goes on to validate the manifest.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func (f Findings) StatusMessage(v Validation) string {
	switch {
	case f.message != "":
		return f.message
	case v == Strict && len(f.Strict) > 0:
		return unhandled(f.typeMeta, wire.StrictDecoding(f.Strict.Texts()))
	case f.typeMeta.Version != "v1":
		return wire.OtherVersion(f.typeMeta.GroupVersion.String(), crd.Group+"/v1")
	default:
		return ""
	}
}

// Dropped returns the paths of the unknown fields, which the server drops. Those
// that it reports come first.
func (f Findings) Dropped() (paths []structural.Path) {
	for _, errs := range []structural.Errors{f.Strict, f.Silent} {
		for _, e := range errs {
			if e.Kind == structural.UnknownField {
				paths = append(paths, e.Path)
			}
		}
	}
	return paths
}

// Warnings returns the warnings of the response, before the server removes repeated
// ones and truncates long ones.
func (f Findings) Warnings(v Validation) []string {
	if v != Warn || f.message != "" {
		return nil
	}
	return decode.Document{Strict: f.Strict.Texts()}.Warnings()
}
