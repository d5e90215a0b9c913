package validation

import (
	"context"

	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Validator checks values against a schema. A nil Validator accepts every value.
type Validator struct {
	compiler *Compiler
	schema   *structural.Schema
	root     check
	base     structural.Path
}

// At returns a copy of v for values at the path base of a larger value. Errors are located
// below base. As on the server, errors of anyOf, oneOf, allOf, not and numeric ranges print
// base alone, or <nil> if it is empty.
//
// A server checks whole objects without a path, the status of a status request at `status`,
// and defaults at the schema's `default` keyword.
func (v *Validator) At(base structural.Path) *Validator {
	if v == nil {
		return nil
	}
	moved := *v
	moved.base = base.Append()
	return &moved
}

// Property returns the validator for a declared property, located there. The server checks a
// status request with the property `status`.
func (v *Validator) Property(name string) (_ *Validator, ok bool) {
	if v == nil {
		return nil, false
	}
	s := v.schema.Property(name)
	if s == nil {
		return nil, false
	}
	below := v.At(v.base.Append(structural.Field(name)))
	below.schema = s
	if r := v.root.rest; r != nil && r.object != nil {
		below.root = r.object.properties[v.schema.PropertyIndex(name)]
	} else {
		below.root = v.compiler.Compile(s).root
	}
	return below, true
}

const stage = "validating values"

// Valid reports whether value is valid. Only uniqueItems, long enums of lists and objects, and
// very long strings with patterns allocate memory in proportion to the value.
func (v *Validator) Valid(ctx context.Context, value any) (bool, error) {
	w := work.Start(ctx, stage)
	valid := v.valid(w, value)
	if err := w.Err(); err != nil {
		return false, err
	}
	return valid, nil
}

func (v *Validator) valid(w *work.Tracker, value any) bool {
	return v == nil || v.root.valid(w, value)
}

// Validate returns the errors of value in the server's order, fields in byte order.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation, ValidateCustomResource.
func (v *Validator) Validate(ctx context.Context, value any) (structural.Errors, error) {
	w := work.Start(ctx, stage)
	if v.valid(w, value) {
		return nil, w.Err()
	}
	errs, _, err := v.report(w, value, nil)
	return errs, err
}

// ValidateUpdate returns the errors of value as an update of old, and the tolerated errors,
// both in the order of [Validator.Validate].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/validation, ValidateCustomResourceUpdate
// with ratcheting.
func (v *Validator) ValidateUpdate(ctx context.Context, value, old any) (errs, ratcheted structural.Errors, err error) {
	w := work.Start(ctx, stage)
	if v.valid(w, value) {
		return nil, nil, w.Err()
	}
	return v.report(w, value, correlate.Start(w, v.schema, value, old))
}
