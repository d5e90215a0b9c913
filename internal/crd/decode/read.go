package decode

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
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
		bad = checkKind(typeMeta, func() string { return wire.JSON(manifest) })
	}
	f := Findings{CRD: manifest, typeMeta: typeMeta, Undecodable: bad}
	if bad != nil {
		f.message = bad.Detail
		return f
	}
	if len(duplicates) == 0 && fits(manifest, typeOf(typeMeta)) {
		return f
	}
	repeated, ofYAML := newRepeatedFields(duplicates)
	n := decode.NodeOf(manifest)
	f.decode(&decoder{source: ofMap, repeated: repeated}, &n, ofYAML)
	f.CRD = manifest
	return f
}

// ReadBody decodes the body of a request as Read does, from its text. named is the
// group, version and kind in it. An error is a failure, see decode.Failure.
func ReadBody(ctx context.Context, body decode.Body, named wire.TypeMeta) (Findings, error) {
	f := Findings{typeMeta: withDefaults(named)}
	if bad := checkKind(f.typeMeta, func() string { return string(body.Text) }); bad != nil {
		f.Undecodable, f.message = bad, bad.Detail
		return f, nil
	}
	n, w, err := parse(ctx, body)
	if err != nil {
		return Findings{}, err
	}
	f.decode(&decoder{work: w}, &n, body.Strict())
	return f, w.Err()
}

// parse returns the value of a body whose kind has been read, so that it is JSON, and the
// tracker for decoding it.
func parse(ctx context.Context, body decode.Body) (decode.Node, *work.Tracker, error) {
	n, err := decode.Parse(ctx, body.JSON)
	return n, work.Start(ctx, "decoding"), err
}

// decode decodes n as the type of its kind. ofYAML are the errors of the decoder of
// YAML.
func (f *Findings) decode(d *decoder, n *decode.Node, ofYAML []string) {
	obj, err := d.root(n, typeOf(f.typeMeta))
	if err != nil {
		f.Undecodable, f.message = err, unhandled(f.typeMeta, err.Detail)
		return
	}
	f.CRD, f.Strict, f.Silent = obj, d.strictErrors(ofYAML), d.silent.errs
}

// root decodes the value of a whole body. null is an empty object.
func (d *decoder) root(n *decode.Node, t *crd.Type) (map[string]any, *structural.Error) {
	v, err := d.value(n, t, nil)
	if err == nil {
		err = d.first
	}
	if err == nil && d.tooLarge {
		err = firstUnconvertible(v, t, nil)
	}
	if err != nil {
		return nil, err
	}
	if obj, ok := v.(map[string]any); ok && obj != nil {
		return obj, nil
	}
	return map[string]any{}, nil
}

// strictErrors returns the errors of the decoder of YAML and those of d.
func (d *decoder) strictErrors(ofYAML []string) (errs structural.Errors) {
	for _, text := range ofYAML {
		errs = append(errs, field.Verbatim(structural.Error{Kind: structural.Duplicate, Code: codes.DuplicateField, Value: structural.Omitted, Detail: text}))
	}
	return append(errs, d.strict.errs...)
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
