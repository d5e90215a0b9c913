// Package decoder decodes the body of a request into a Go type of package gotype, as the
// server's decoder does.
//
//  1. Field names are case-sensitive. A field that the struct does not have is
//     unknown: it is dropped, and reported in [Result.Strict].
//  2. A value that does not fit its field makes the body undecodable. The
//     first one is reported, with one exception: such a value below a type with a custom
//     decoder, or a time that cannot be parsed, ends the decoding and is reported instead
//     of any earlier one. null fits all fields.
//  3. Below types with custom decoders, the server reports neither unknown nor
//     repeated fields. [Result.Silent] has the unknown ones.
//  4. If a field is repeated, structs and maps are merged, the elements of a list are
//     decoded into those that it had, and anything else is replaced. null resets
//     pointers, lists and maps, and leaves other values as they are.
//  5. A value without a type, like a default, is converted after all decoding: a
//     number in it that is too large makes the body undecodable.
//
// The server reads a text, and so does [Parsed.Decode]. [Decode] reads maps in the order of
// sorted keys, in which clients send JSON and the server converts YAML to JSON. At most 100
// unknown and repeated fields are reported, each text once.
//
// No function writes to its arguments. Results share values with them.
package decoder

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/decode"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// Result is a decoded body.
type Result struct {
	// Object is the body as the server holds it, or nil if it cannot be decoded.
	Object map[string]any
	// Undecodable is the error for a body that cannot be decoded, or nil. It comes alone.
	Undecodable *field.Error
	// Strict are the errors of a strict decoder, in order: first those of YAML text,
	// without paths, then errors of the kinds UnknownField and Duplicate.
	Strict field.Errors
	// Silent are at most 100 unknown fields that the server drops without reporting them.
	Silent field.Errors
}

// Decode decodes a normalized map as a t. duplicates are the decoder's errors for repeated
// fields of its text.
//
// Rule: sigs.k8s.io/json, UnmarshalStrict.
func Decode(value map[string]any, t *gotype.Type, duplicates []string) Result {
	repeated, ofYAML := newRepeatedFields(duplicates)
	n := decode.NodeOf(value)
	d := decoder{source: ofMap, repeated: repeated}
	return d.result(&n, t, ofYAML)
}

// DecodeValue decodes a normalized value as a t. The Detail of the error is the error of the
// type's own decoder.
func DecodeValue(value any, t *gotype.Type) (any, *field.Error) {
	n := decode.NodeOf(value)
	d := decoder{source: ofMap}
	v, err := d.value(&n, t, nil)
	if err == nil {
		err = d.first
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Parsed is a parsed text.
type Parsed struct {
	node decode.Node
	body decode.Body
	work *work.Tracker
}

// Parse parses a body whose kind has been read, so that it is JSON. An error is a failure,
// see decode.Failure.
func Parse(ctx context.Context, body decode.Body) (*Parsed, error) {
	n, err := decode.Parse(ctx, body.JSON)
	if err != nil {
		return nil, err
	}
	return &Parsed{n, body, work.Start(ctx, "decoding")}, nil
}

// Decode decodes b as a t. An error is a failure as in [Parse].
func (b *Parsed) Decode(t *gotype.Type) (Result, error) {
	d := decoder{work: b.work}
	r := d.result(&b.node, t, b.body.Strict())
	return r, b.work.Err()
}

func (d *decoder) result(n *decode.Node, t *gotype.Type, ofYAML []string) Result {
	obj, bad := d.root(n, t)
	if bad != nil {
		return Result{Undecodable: bad}
	}
	return Result{Object: obj, Strict: d.strictErrors(ofYAML), Silent: d.silent.errs}
}

// root decodes a whole body. null is an empty object.
func (d *decoder) root(n *decode.Node, t *gotype.Type) (map[string]any, *field.Error) {
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

func (d *decoder) strictErrors(ofYAML []string) (errs field.Errors) {
	for _, text := range ofYAML {
		errs = append(errs, field.Verbatim(field.Error{Kind: field.Duplicate, Code: codes.DuplicateField, Value: field.Omitted, Detail: text}))
	}
	return append(errs, d.strict.errs...)
}

// UnknownFields returns the paths of the unknown fields among errs.
func UnknownFields(errs field.Errors) (paths []field.Path) {
	for _, e := range errs {
		if e.Kind == field.UnknownField {
			paths = append(paths, e.Path)
		}
	}
	return paths
}

// Warnings returns the warnings for the errors of a strict decoder.
func Warnings(strict field.Errors) (out errlist.Warnings) {
	for _, e := range strict {
		for _, text := range (decode.Document{Strict: []string{e.Error()}}).Warnings() {
			out = append(out, errlist.Warning{Path: e.Path, Text: text})
		}
	}
	return out
}
