package decode

import (
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// Findings is what a server finds when it decodes a manifest.
type Findings struct {
	// Undecodable says where and why the manifest cannot be decoded, with the
	// decoder's words; nil if it can. Nothing else is told then.
	Undecodable *structural.Error
	// Strict are the fields that a strict decoder complains of, in order:
	// [structural.UnknownField] and [structural.Duplicate], and without a path
	// what the decoder of YAML text said.
	Strict structural.Errors
	// Silent are unknown fields that get lost without a word from the server,
	// at most 100 of them, in the same form.
	Silent structural.Errors

	typeMeta wire.TypeMeta
	refusal  string // whatever the request asks for
}

// Validation says what to do about unknown and repeated fields.
type Validation uint8

const (
	// Warn tells them as warnings.
	Warn Validation = iota
	// Ignore does not tell them.
	Ignore
	// Strict refuses the manifest for them.
	Strict
)

// Read reads a normalised manifest as a server does that gets it for the URL of
// the definitions in v1. duplicates are the repeated fields that the decoder of
// the text found.
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
		f.refusal = bad.Detail
		return f
	}
	definition := definitionOf(typeMeta)
	if len(duplicates) == 0 && definition.fits(manifest) {
		return f
	}
	d := decoder{}
	repeated, ofYAML := repeatedFields(duplicates)
	d.repeated = repeated
	end := d.value(manifest, definition)
	if end == nil {
		end = d.first
	}
	if end != nil {
		f.Undecodable, f.refusal = end, unhandled(typeMeta, end.Detail)
		return f
	}
	for _, text := range ofYAML {
		f.Strict = append(f.Strict, field.Verbatim(structural.Error{Kind: structural.Duplicate, Value: structural.Omitted, Detail: text}))
	}
	f.Strict, f.Silent = append(f.Strict, d.strict.errs...), d.silent.errs
	return f
}

// definitionOf returns the type as which the server decodes a definition.
func definitionOf(t wire.TypeMeta) *kind {
	switch t.Version {
	case "v1beta1":
		return definitionV1beta1
	case wire.InternalVersion:
		return definitionInternal
	default:
		return definitionV1
	}
}

// Refusal is the message of the 400 that ends the request, empty if the manifest
// goes on to be validated.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, createHandler.
func (f Findings) Refusal(v Validation) string {
	switch {
	case f.refusal != "":
		return f.refusal
	case v == Strict && len(f.Strict) > 0:
		return unhandled(f.typeMeta, wire.StrictDecoding(f.Strict.Texts()))
	case f.typeMeta.Version != "v1":
		return wire.OtherVersion(f.typeMeta.GroupVersion.String(), group+"/v1")
	default:
		return ""
	}
}

// Dropped are the places of the unknown fields, which the server drops: those that
// it tells first, then those that it does not.
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

// Warnings are the warnings that the request gets, refused or not, before each
// is said only once and they are cut to what a server sends.
func (f Findings) Warnings(v Validation) []string {
	if v != Warn || f.refusal != "" {
		return nil
	}
	return decode.Document{Strict: f.Strict.Texts()}.Warnings()
}
