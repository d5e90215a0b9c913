package crdschema

import (
	"context"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/stages"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/status"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Decoded is an object as the server decodes it: see [Definition.Decode].
type Decoded struct {
	// Object is the decoded object: without unknown fields, with defaults.
	Object map[string]any
	// Unknown are the errors of the unknown fields that were dropped, in the server's
	// order: of the root metadata, of the fields pruned by the schema, of embedded
	// metadata. Their texts are the server's: `unknown field "spec.x"`.
	Unknown structural.Errors
	// Defaulted are the paths at which a default was set.
	Defaulted []structural.Path

	typed gotype.TypeMeta // of the object
}

// StrictStatus returns the Status with which the server rejects the object under strict
// field validation (400): for its unknown fields, and for duplicates, the errors about
// repeated fields in its text ([document.Document.Duplicates]). It returns nil if there are
// none.
//
// Source: Kubernetes documentation, "API concepts", "Field validation".
func (d *Decoded) StrictStatus(duplicates []string) *Status {
	if len(duplicates)+len(d.Unknown) == 0 {
		return nil
	}
	if d.typed.Version == "" {
		return status.BadRequest(gotype.MissingVersion("object has no apiVersion field"))
	}
	// The server expects the kind of the decoded object.
	return undecodable(d.typed, d.typed.Kind, status.StrictDecoding(slices.Concat(duplicates, d.Unknown.Texts())))
}

// undecodable returns the Status for an object of a type that cannot be decoded as kind.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers, transformDecodeError.
func undecodable(typed gotype.TypeMeta, kind, why string) *Status {
	return status.Unhandled(typed.Kind, typed.Version, kind, why)
}

// Decode returns obj, the normalized body of a request (structural.Normalize), as the
// server decodes it: without unknown fields and nulls, with normalized metadata, also in
// embedded resources, and with defaults. The apiVersion of obj selects the schema. If obj
// has another group or kind, only its metadata is normalized. [document.DecodeJSON] returns
// which fields are repeated in a text.
//
// Decode does not check that the version is the request's or is served, nor whether the
// definition is being deleted.
//
// The error says why the server cannot decode obj. Its text is the bare cause:
// structural.ErrorsOf returns it as a structural.Error, and [StatusOf] the server's Status
// (400). The Decoded then lacks an Object. Any other error is the context's or the
// budget's.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, schemaCoercingDecoder and
// unstructuredDefaulter.
func (d *Definition) Decode(ctx context.Context, obj map[string]any) (Decoded, error) {
	return d.decode(ctx, d.known(obj))
}

func (d *Definition) decode(ctx context.Context, obj normal) (Decoded, error) {
	ctx, w := work.Share(ctx)
	typed := gotype.TypeMetaOf(obj.object) // now: nothing refers to it after the next call, which lists what it drops
	in, err := d.coerce(ctx, obj, objectmeta.Reject)
	if w.Failed() {
		return Decoded{}, w.Err()
	}
	if err != nil {
		return Decoded{}, d.decodeError(typed, err)
	}
	out := Decoded{Unknown: in.unknown, typed: typed}
	if out.Object, out.Defaulted, err = d.setDefaults(ctx, in.object); err != nil {
		return Decoded{}, err
	}
	return out, nil
}

// decodeError is an error of Decode.
type decodeError struct {
	error
	status *Status
}

// Unwrap returns the cause, a *structural.Error, and the Status of the server.
func (e *decodeError) Unwrap() []error { return []error{e.error, e.status} }

func (d *Definition) decodeError(typed gotype.TypeMeta, cause error) error {
	e := &decodeError{cause, undecodable(typed, d.names.Kind, cause.Error())}
	for _, invalid := range structural.ErrorsOf(cause) {
		e.status.Path = invalid.Path
	}
	return e
}

// setDefaults returns obj with the defaults of the version in it.
func (d *Definition) setDefaults(ctx context.Context, obj map[string]any) (map[string]any, []structural.Path, error) {
	version, owned := d.owns(obj)
	if !owned {
		return obj, nil, nil
	}
	return defaulting.Default(ctx, obj, d.schemaOf(version).Structural)
}

// coerced holds a coerced object and the errors of its dropped unknown fields.
type coerced struct {
	object  map[string]any
	unknown structural.Errors
}

// coerce returns obj without nulls and fields that the schema of its version does not
// specify, and with well-formed metadata. If obj has another group or kind, only its
// metadata is coerced. There is no result if ctx is done or its budget is spent.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer.apply.
func (d *Definition) coerce(ctx context.Context, obj normal, mode objectmeta.Mode) (coerced, error) {
	version, owned := d.owns(obj.object)
	if !owned {
		if mode == objectmeta.Repair {
			mode = objectmeta.Drop
		}
		out, unknown, err := objectmeta.Decode(ctx, obj.object, mode)
		return coerced{out, unknown}, err
	}
	coerce := d.schemaOf(version).Coerce
	if obj.clean {
		coerce = d.schemaOf(version).CoerceClean
	}
	v, unknown, err := coerce(ctx, obj.object, mode, nil)
	out, _ := v.(map[string]any)
	return coerced{out, unknown}, err
}

// owns reports whether an object has the group and kind of the definition, and
// returns its version.
func (d *Definition) owns(obj map[string]any) (version string, owned bool) {
	kind, _ := obj["kind"].(string)
	group, version := groupVersion(obj)
	return version, kind == d.names.Kind && group == d.group
}

// schemaOf returns the schema of a version. The schema of an unknown version specifies
// nothing.
func (d *Definition) schemaOf(version string) *stages.Schema {
	if v, ok := d.Version(version); ok {
		return v.schema
	}
	return &stages.Schema{Root: structural.Resource, KeepsUnknown: d.preserveUnknown}
}

// groupVersion splits the apiVersion of an object. The core group is empty.
func groupVersion(obj map[string]any) (group, version string) {
	apiVersion, _ := obj["apiVersion"].(string)
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		return "", apiVersion
	}
	return group, version
}
