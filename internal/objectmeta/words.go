package objectmeta

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/jsonword"
	"github.com/seed95800270/crdschema/structural"
)

// mismatched remembers that v stands where the server has something of type
// goType.
//
// Rule: encoding/json, UnmarshalTypeError.Error, with the context that
// sigs.k8s.io/json gives it.
func (d *decoder) mismatched(r *record, f *fieldSpec, v any, goType string) {
	if d.mismatch == "" {
		d.mismatch = wrongType(jsonword.Of(v), r.within+f.name, goType)
	}
}

func wrongType(got, where, goType string) string {
	return "json: cannot unmarshal " + got + " into Go struct field " + where + " of type " + goType
}

// notAnObject is what the server says about metadata that is neither null nor
// an object.
func notAnObject(v any, mode Mode) string {
	if mode == Reject {
		return "json: cannot unmarshal " + jsonword.Of(v) + " into Go value of type " + objectMeta.goType
	}
	return fmt.Sprintf("invalid metadata: expected object, got %T", v)
}

// undecodable is the error of a decoder that takes no part of v.
func undecodable(v any, text string) *structural.Error {
	return field.Verbatim(structural.Error{Kind: structural.Undecodable, Value: v, Detail: text})
}
