package upstream

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/kube-openapi/pkg/validation/validate"
)

// Validator validates values against one schema with the reference. Its methods
// are safe for concurrent use.
type Validator struct {
	// V validates.
	V validation.SchemaValidator
	// S correlates the parts of new and old values. It is nil if the schema cannot
	// be converted to a structural schema; updates are not possible then.
	S *schema.Structural
}

// NewValidator returns the validator of a schema for new and stored objects with
// the formats of a 1.37 server.
//
// Reference: k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// NewSchemaValidator.
func NewValidator(m map[string]any) (Validator, error) {
	props, err := Schema(m)
	if err != nil {
		return Validator{}, fmt.Errorf("decoding: %w", err)
	}
	v, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		return Validator{}, err
	}
	s, _ := schema.NewStructural(props.DeepCopy())
	return Validator{V: v, S: s}, nil
}

// NewValidatorOf returns the validator with the formats of Kubernetes 1.minor.
//
// Reference: validation.NewSchemaValidatorForVersion.
func NewValidatorOf(m map[string]any, minor uint) (Validator, error) {
	props, err := Schema(m)
	if err != nil {
		return Validator{}, fmt.Errorf("decoding: %w", err)
	}
	v, _, err := validation.NewSchemaValidatorForVersion(props, version.MajorMinor(1, minor))
	return Validator{V: v}, err
}

// ForDefaults returns the validator of the defaults in a schema.
//
// Reference: validation.NewSchemaValidatorFromOpenAPI on
// schema.Structural.ToKubeOpenAPI.
func (s Structural) ForDefaults() Validator {
	return Validator{V: validation.NewSchemaValidatorFromOpenAPI(s.S.DeepCopy().ToKubeOpenAPI()), S: s.S}
}

// Validate returns the errors of a value at base (nil: at the root).
//
// Reference: validation.ValidateCustomResource.
func (v Validator) Validate(value any, base *field.Path) []string {
	return Texts(validation.ValidateCustomResource(base, runtime.DeepCopyJSONValue(value), v.V))
}

// ValidateUpdate returns the errors of a value that replaces old, without
// ratcheted ones.
//
// Reference: validation.ValidateCustomResourceUpdate, with ratcheting.
func (v Validator) ValidateUpdate(value, old any, base *field.Path) []string {
	value, old = runtime.DeepCopyJSONValue(value), runtime.DeepCopyJSONValue(old)
	return Texts(validation.ValidateCustomResourceUpdate(base, value, old, v.V,
		validation.WithRatcheting(v.correlation(value, old))))
}

// Ratcheted returns the errors that an update does not get because the invalid
// value was there before.
//
// Wrapped reference: the warnings of the validator's intermediate result, which
// the server drops, passed to validation.ValidateCustomResource for their texts.
func (v Validator) Ratcheted(value, old any, base *field.Path) []string {
	value, old = runtime.DeepCopyJSONValue(value), runtime.DeepCopyJSONValue(old)
	result := v.V.ValidateUpdate(value, old, validation.WithRatcheting(v.correlation(value, old)))
	return Texts(validation.ValidateCustomResource(base, nil, canned{&validate.Result{Errors: result.Warnings}}))
}

func (v Validator) correlation(value, old any) *common.CorrelatedObject {
	return common.NewCorrelatedObject(value, old, &model.Structural{Structural: v.S})
}

// canned is a validator that always returns the same result.
type canned struct{ result *validate.Result }

// Validate returns the result.
func (c canned) Validate(any, ...validation.ValidationOption) *validate.Result { return c.result }

// ValidateUpdate returns the result.
func (c canned) ValidateUpdate(any, any, ...validation.ValidationOption) *validate.Result {
	return c.result
}
