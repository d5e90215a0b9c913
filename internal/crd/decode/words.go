package decode

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/wire"
	"github.com/seed95800270/crdschema/structural"
)

// misfit notes a value that a k cannot hold.
func (d *decoder) misfit(v any, k *kind) { d.note(d.mismatch(v, wire.JSONType(v), k)) }

// note keeps the first problem that does not end the decoding.
func (d *decoder) note(problem *structural.Error) {
	if d.first == nil {
		d.first = problem
	}
}

// mismatch returns the error of a value of the JSON type got where the server has
// a k.
func (d *decoder) mismatch(v any, got string, k *kind) *structural.Error {
	where := cmp.Or(d.above, d.within) + "." + strings.Join(d.names, ".")
	return d.problem(v, wire.WrongFieldType(got, where, k.goType))
}

// problem returns the error of the value v, where the decoder is.
func (d *decoder) problem(v any, why string) *structural.Error {
	return field.Verbatim(structural.Error{Path: d.path.Append(), Kind: structural.Undecodable, Code: codes.FieldType, Value: v, Detail: why})
}
