package crdschema

import (
	"context"

	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/scale"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// Version is one version of a [Definition]. Methods of a nil or zero Version panic.
type Version struct {
	definition *Definition
	name       string
	served     bool
	status     bool         // has a status subresource
	scale      *scale.Paths // nil if there is no scale subresource
	warning    string       // of deprecation
	columns    []crd.Column // that printers add
	selectable []crd.SelectableField
	schema     *stages.Schema
}

// Name returns the name of the version: "v1".
func (v *Version) Name() string { return v.name }

// typeMeta returns the group, version and kind of the objects of this version.
func (v *Version) typeMeta() gotype.TypeMeta {
	d := v.definition
	return gotype.TypeMeta{GroupVersion: gotype.GroupVersion{Group: d.group, Version: v.name}, Kind: d.names.Kind}
}

// Served reports whether the server serves this version.
func (v *Version) Served() bool { return v.served }

// Schema returns the schema with which the server serves this version, or nil: its defaults
// are pruned, and description, title, externalDocs, example and unknown keywords are not
// kept. [structural.Schema.Map] returns it as a map again.
func (v *Version) Schema() *structural.Schema { return v.schema.Structural }

// DeprecationWarning returns the warning that the server sends with every request
// at this version. It is empty if the version is not deprecated. [Result.Warnings] has it
// already.
func (v *Version) DeprecationWarning() string { return v.warning }

// Default returns obj, a normalized object of this version, with the defaults of its
// schema, and the paths at which they were set. The server sets defaults when it decodes an
// object, and again after every mutating webhook. Package defaulting describes the paths.
// The error is the context's or the budget's (structural.ErrTooMuchWork).
func (v *Version) Default(ctx context.Context, obj map[string]any) (out map[string]any, defaulted []structural.Path, err error) {
	return defaulting.Default(ctx, obj, v.schema.Structural)
}

// Definition returns the definition of this version.
func (v *Version) Definition() *Definition { return v.definition }

// Precompile compiles the validator and the rules: most of the time of compiling a
// definition. Otherwise they are compiled for the first object that needs them. Call it if
// the first request must not wait, or if the work must not be counted for that request. The
// regular expressions of the schema (pattern) are still compiled for the first string that
// each of them is matched with.
//
// The error is the context's or the budget's (structural.ErrTooMuchWork). The parts
// compiled by then are kept.
func (v *Version) Precompile(ctx context.Context) error { return v.schema.Precompile(ctx) }

// Compiled returns the validator of values and the rules that [Version.ValidateCreate] and its
// siblings run, for programs that do one of these steps in another way. Neither is nil; a
// version without a schema has those of a schema that accepts everything.
func (v *Version) Compiled() (values *validation.Validator, rules *celrules.Rules) {
	return v.schema.Validator(), v.schema.Rules
}
