package decode

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/jsonword"
	"github.com/seed95800270/crdschema/structural"
)

// misfit notes a value that a k cannot hold.
func (d *decoder) misfit(v any, k *kind) { d.note(d.mismatch(v, jsonword.Of(v), k)) }

// note keeps the first problem that does not end the decoding.
func (d *decoder) note(problem *structural.Error) {
	if d.first == nil {
		d.first = problem
	}
}

// mismatch says that got stands where the server has a k.
//
// Rule: encoding/json, UnmarshalTypeError.Error, with the context that
// sigs.k8s.io/json gives it.
func (d *decoder) mismatch(v any, got string, k *kind) *structural.Error {
	where := cmp.Or(d.above, d.within) + "." + strings.Join(d.names, ".")
	return d.problem(v, "json: cannot unmarshal "+got+" into Go struct field "+where+" of type "+k.goType)
}

// problem says why the value v, where the decoder is, cannot be decoded.
func (d *decoder) problem(v any, why string) *structural.Error {
	return field.Verbatim(structural.Error{Path: d.path.Append(), Kind: structural.Undecodable, Value: v, Detail: why})
}
