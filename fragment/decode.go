package fragment

import (
	"context"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Decoded is a value as the server decodes it.
type Decoded struct {
	// Value shares its unchanged parts with the argument.
	Value any
	// Unknown are the errors of the dropped fields, in the server's order.
	Unknown structural.Errors
	// Defaulted are the paths of set defaults in Value.
	Defaulted []structural.Path
}

// Decode returns v as a server decodes the value of a property: it prunes unknown fields,
// drops nulls that the schema does not allow, coerces the metadata of embedded resources, and
// sets defaults. Decoded.Value is v itself if nothing changes.
//
// The error is the first one in the metadata of an embedded resource: structural.ErrorsOf
// returns it. Errors are located below the path of [WithPath], the paths in Defaulted are
// not.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer and
// unstructuredDefaulter.
func (f *Fragment) Decode(ctx context.Context, v any, opts ...DecodeOption) (Decoded, error) {
	ctx, w := work.Share(ctx)
	path := with(defaultConfig, opts).path
	out, unknown, err := f.schema.Coerce(ctx, v, objectmeta.Reject, path)
	if w.Failed() {
		return Decoded{}, w.Err()
	}
	if err != nil {
		return Decoded{Unknown: unknown}, stages.Located(structural.ErrorsOf(err), path).Err()
	}
	out, defaulted, err := f.Default(ctx, out)
	if err != nil {
		return Decoded{}, err
	}
	return Decoded{Value: out, Unknown: unknown, Defaulted: defaulted}, nil
}

// Prune returns v without the fields that the schema does not specify, and their paths. See
// package pruning.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning, PruneWithOptions without
// isResourceRoot.
func (f *Fragment) Prune(ctx context.Context, v any) (out any, dropped []structural.Path, err error) {
	return pruning.Prune(ctx, v, f.Schema(), structural.Property)
}

// DropNulls returns v without null fields for which the schema neither allows null nor has a
// default. See package defaulting.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneNonNullableNullsWithoutDefaults.
func (f *Fragment) DropNulls(v any) any { return defaulting.DropNulls(v, f.Schema()) }

// Default returns v with the defaults that it lacks, and their paths. See package defaulting.
// For the default of the schema itself, see [Fragment.Absent].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, Default.
func (f *Fragment) Default(ctx context.Context, v any) (out any, defaulted []structural.Path, err error) {
	return defaulting.Default(ctx, v, f.Schema())
}

// Absent returns the value that a server sets if the value is absent, or null although the
// schema is not nullable: a copy of the default of the schema itself, with the defaults that
// it lacks, or false without a default.
//
// Rule: the same function. It sets the default in the object around the value.
func (f *Fragment) Absent(ctx context.Context) (v any, ok bool, err error) {
	return defaulting.Absent(ctx, f.Schema())
}
