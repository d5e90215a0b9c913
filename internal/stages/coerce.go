package stages

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Coerce returns v without unknown fields and disallowed nulls, and with well-formed
// metadata of embedded resources and, in a resource, of the root. unknown are the errors of
// the dropped fields in the server's order, located below path.
//
// An error in metadata, located in v, ends decoding; the unknown fields found so far are
// returned with it.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer.apply.
func (s *Schema) Coerce(ctx context.Context, v any, mode objectmeta.Mode, path structural.Path) (out any, unknown structural.Errors, err error) {
	return s.coerce(ctx, v, s.KeepsUnknown, mode, path)
}

// CoerceClean returns what [Schema.Coerce] does, for a value that is [Schema.Clean].
func (s *Schema) CoerceClean(ctx context.Context, v any, mode objectmeta.Mode, path structural.Path) (out any, unknown structural.Errors, err error) {
	return s.coerce(ctx, v, true, mode, path)
}

// coerce returns what Coerce does. keeps says that the schema drops nothing.
func (s *Schema) coerce(ctx context.Context, v any, keeps bool, mode objectmeta.Mode, path structural.Path) (out any, unknown structural.Errors, err error) {
	if s.Root == structural.Resource {
		obj, _ := v.(map[string]any)
		if v, unknown, err = objectmeta.Decode(ctx, obj, mode); err != nil {
			return v, unknown, err
		}
	}
	if !keeps {
		var dropped []structural.Path
		if v, dropped, err = pruning.Prune(ctx, v, s.Structural, s.Root); err != nil {
			return nil, nil, err
		}
		v = defaulting.DropNulls(v, s.Structural)
		unknown = appendUnknown(unknown, dropped, path)
	}
	v, embedded, err := objectmeta.Coerce(ctx, v, s.Structural, structural.Value, mode)
	return v, append(unknown, Located(embedded, path)...), err
}

func appendUnknown(unknown structural.Errors, dropped []structural.Path, path structural.Path) structural.Errors {
	unknown = slices.Grow(unknown, len(dropped))
	errs := make([]structural.Error, len(dropped)) // one allocation for all
	for i, at := range dropped {
		if len(path) > 0 {
			at = path.Append(at...)
		}
		errs[i] = structural.Error{Path: at, Kind: field.UnknownField, Code: codes.UnknownField, Value: field.Omitted}
		unknown = append(unknown, &errs[i])
	}
	return unknown
}

// Located returns errs located below path.
func Located(errs structural.Errors, path structural.Path) structural.Errors {
	if len(errs) == 0 || len(path) == 0 {
		return errs
	}
	return errs.PrintedIn(path.String(), path...)
}
