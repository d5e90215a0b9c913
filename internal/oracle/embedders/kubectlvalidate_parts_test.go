package embedders

import (
	"context"
	"errors"
	"maps"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	apivalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/defaulting"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/pruning"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
	"github.com/seed95800270/crdschema/structural/listtype"
	"github.com/seed95800270/crdschema/structural/objectmeta"
	"github.com/seed95800270/crdschema/structural/validation"
)

// decodeLike decodes a new object with a schema whose defaults are not pruned.
func decodeLike(obj map[string]any, s *structural.Schema) (map[string]any, structural.Errors, error) {
	obj, unknownFields, err := objectmeta.Decode(context.Background(), obj, objectmeta.Reject)
	if err != nil {
		return nil, nil, err
	}
	obj, dropped, err := pruning.Prune(context.Background(), obj, s, structural.Resource)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range dropped {
		unknownFields = append(unknownFields, &structural.Error{Path: path, Kind: field.UnknownField})
	}
	obj, more, err := objectmeta.Coerce(context.Background(), defaulting.DropNulls(obj, s), s, structural.Value, objectmeta.Reject)
	if err != nil {
		return nil, nil, err
	}
	obj, _ = cases.Must2(defaulting.Default(context.Background(), obj, s))
	return obj, append(unknownFields, more...), nil
}

// validateLikeDefaults validates a new object as a server does, except that values are
// checked as if they were defaults.
func (k *kind) validateLikeDefaults(obj map[string]any, scope objectmeta.Scope, values *validation.Validator) structural.Errors {
	s := k.ours().schema
	errs := objectmeta.ValidateType(obj, k.definition.Group(), k.version.Name(), k.definition.Kind())
	if len(errs) == 0 {
		errs = append(verdictOf(objectmeta.ValidateCreate(context.Background(), obj, scope)), verdictOf(values.Validate(context.Background(), obj))...)
	}
	errs = append(errs, verdictOf(objectmeta.ValidateEmbedded(context.Background(), obj, s, structural.Value))...)
	errs = append(errs, verdictOf(listtype.Validate(context.Background(), obj, s))...)
	if prevented(errs) {
		if k.ours().rules.Empty() {
			return errs
		}
		return append(errs, &structural.Error{Kind: field.Invalid, Value: nil, Code: "rules-not-checked",
			Detail: "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"})
	}
	result, err := k.ours().rules.Validate(context.Background(), celrules.Input{Object: obj})
	if err != nil {
		panic(err)
	}
	errs = append(errs, result.Errors...)
	if len(errs) == 0 {
		return objectmeta.ValidateGenerateName(obj)
	}
	return errs
}

// values returns a validator that checks values as if they were defaults, unless the
// request is exact.
func (r request) values() *validation.Validator {
	if r.exact {
		return r.kind.ours().values
	}
	return r.kind.once("values of defaults", func() any {
		return validation.Compile(withFloatingEnums(r.kind.schema), validation.WithDefaultsMode())
	}).(*validation.Validator)
}

// withFloatingEnums returns a schema with the values of enum as encoding/json reads them,
// which does not make 1 of 1.5.
func withFloatingEnums(schema any) *structural.Schema {
	s, err := cases.FromMap(floatingEnums(schema).(map[string]any))
	if err != nil {
		panic(err)
	}
	return s
}

func floatingEnums(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, e := range v {
			if _, list := e.([]any); list && name == "enum" {
				out[name] = floating(e)
			} else {
				out[name] = floatingEnums(e)
			}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = floatingEnums(e)
		}
		return out
	}
	return v
}

// prevented reports whether errors prevent the evaluation of rules.
func prevented(errs structural.Errors) bool {
	for _, err := range errs {
		switch err.Kind {
		case field.NotSupported, field.Required, field.TooLong, field.TooMany, field.TypeInvalid:
			return true
		}
	}
	return false
}

// causes returns the causes of an invalid object, or the text of another error.
func causes(err error) []string {
	var status *apierrors.StatusError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &status) || !apierrors.IsInvalid(err):
		return []string{err.Error()}
	}
	var out []string
	for _, cause := range status.ErrStatus.Details.Causes {
		out = append(out, cause.Field+": "+cause.Message)
	}
	return out
}

// withoutSystemFields returns obj without the fields that are new every time.
func withoutSystemFields(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	meta := maps.Clone(obj["metadata"].(map[string]any))
	delete(meta, "uid")
	delete(meta, "creationTimestamp")
	out["metadata"] = meta
	return out
}

// validatorEntry is what kubectl-validate keeps for a kind.
type validatorEntry struct {
	structural *structuralschema.Structural
	strategy   strategy
	namespaced bool
}

// basicValidator is a validator that ignores what an object replaces.
type basicValidator struct{ *validate.SchemaValidator }

// Validate validates a value.
func (v basicValidator) Validate(value any, _ ...apivalidation.ValidationOption) *validate.Result {
	return v.SchemaValidator.Validate(value)
}

// ValidateUpdate validates a value.
func (v basicValidator) ValidateUpdate(value, _ any, _ ...apivalidation.ValidationOption) *validate.Result {
	return v.SchemaValidator.Validate(value)
}

// withoutSubresources returns the version of a definition without subresources.
func (k *kind) withoutSubresources() *crdschema.Version {
	return k.once("without subresources", func() any {
		manifest := structural.Clone(k.manifest)
		for _, v := range manifest["spec"].(map[string]any)["versions"].([]any) {
			delete(v.(map[string]any), "subresources")
		}
		definition, err := definitions.Compile(context.Background(), manifest)
		if err != nil {
			panic(err)
		}
		v, _ := definition.Version(k.version.Name())
		return v
	}).(*crdschema.Version)
}
