package upstream

import (
	"context"
	"slices"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/warning"

	schemavalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
)

// Fragment is a schema that does not describe a whole resource. It serves as the schema of
// the property [FragmentName]. Its methods are safe for concurrent use.
type Fragment struct {
	// S is the schema. Its defaults are pruned.
	S Structural

	around Structural // an object with the property
	values Validator
	text   map[string]any

	mu    sync.Mutex
	rules map[uint64]*cel.Validator // by the limit of a call
}

// FragmentName is the name of the property.
const FragmentName = "x"

// NewFragment decodes a schema.
//
// Reference: schema.NewStructural, defaulting.PruneDefaults of an object with a property
// that has the schema, validation.NewSchemaValidator.
func NewFragment(m map[string]any) (*Fragment, error) {
	around, err := NewStructural(inProperty(m))
	if err != nil {
		return nil, err
	}
	if around, err = around.PruneDefaults(); err != nil {
		return nil, err
	}
	values, err := NewValidator(m)
	if err != nil {
		return nil, err
	}
	s := around.S.Properties[FragmentName]
	values.S = &s
	return &Fragment{S: Structural{S: &s}, around: around, values: values, text: m, rules: map[uint64]*cel.Validator{}}, nil
}

// inProperty returns the schema of an object with the property.
func inProperty(m map[string]any) map[string]any {
	return map[string]any{"type": "object", "properties": map[string]any{FragmentName: m}}
}

// FragmentAt is where a value is: in the property of an object at a path, or, if it is
// zero, at no path.
type FragmentAt struct{ Object *field.Path }

func (at FragmentAt) path() *field.Path {
	if at.Object == nil {
		return nil
	}
	return at.Object.Child(FragmentName)
}

// DecodedFragment is a decoded value.
type DecodedFragment struct {
	Value   any
	Unknown []string // texts of paths
	Error   string
}

// Decode decodes a value at a path.
//
// Reference: pruning.PruneWithOptions, defaulting.PruneNonNullableNullsWithoutDefaults,
// objectmeta.CoerceWithOptions and defaulting.Default, called as the unexported
// unstructuredSchemaCoercer and unstructuredDefaulter do, without isResourceRoot.
func (f *Fragment) Decode(v any, where FragmentAt) DecodedFragment {
	at := where.path()
	v = runtime.DeepCopyJSONValue(v)
	// Without a ParentPath, unknown metadata of the root is not reported.
	opts := schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true, ParentPath: []string{FragmentName}}
	prefix := FragmentName
	if at != nil {
		prefix = at.String() // has no keys
		opts.ParentPath[0] = prefix
	}
	out := DecodedFragment{Unknown: pruning.PruneWithOptions(v, f.S.S, false, opts)}
	for i, path := range out.Unknown {
		if at == nil {
			out.Unknown[i] = strings.TrimPrefix(strings.TrimPrefix(path, prefix), ".")
		}
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(v, f.S.S)
	err, unknown := objectmeta.CoerceWithOptions(at, v, f.S.S, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		out.Error = err.Error()
		return out
	}
	out.Unknown = append(out.Unknown, unknown...)
	defaulting.Default(v, f.S.S)
	out.Value = v
	return out
}

// Absent returns the value that the property gets if it is absent.
//
// Reference: defaulting.Default of the object around.
func (f *Fragment) Absent() (any, bool) {
	v, found := f.around.Default(map[string]any{}).(map[string]any)[FragmentName]
	return v, found
}

// FragmentInput is the input of a validation.
type FragmentInput struct {
	Value, Old any
	Update     bool
	At         FragmentAt
	// Budget and CallLimit limit the costs of rules.
	Budget    int64
	CallLimit uint64
}

// FragmentAnswer is the verdict on a value.
type FragmentAnswer struct {
	Errors   []string
	Warnings []string
	Cost     int64 // 0 if stopped
	Stopped  bool
}

// Validate validates a value.
//
// Reference: validation.ValidateCustomResource and ValidateCustomResourceUpdate,
// objectmeta.Validate, listtype.ValidateListSetsAndMaps, cel.NewValidator and
// Validator.Validate without isResourceRoot, except that of cel.NewValidator for an
// embedded resource, called as the unexported
// customResourceStrategy of k8s.io/apiextensions-apiserver/pkg/registry/customresource
// does.
func (f *Fragment) Validate(in FragmentInput) FragmentAnswer {
	at := in.At.path()
	v, old := runtime.DeepCopyJSONValue(in.Value), runtime.DeepCopyJSONValue(in.Old)
	var warned texts
	ctx := warning.WithWarningRecorder(context.Background(), &warned)
	correlation := f.values.correlation(v, old)
	var errs field.ErrorList
	var options []cel.Option
	if in.Update {
		errs = schemavalidation.ValidateCustomResourceUpdate(at, v, old, f.values.V, schemavalidation.WithRatcheting(correlation))
		options = append(options, cel.WithRatcheting(correlation))
	} else {
		errs = schemavalidation.ValidateCustomResource(at, v, f.values.V)
		old = nil
	}
	errs = append(errs, objectmeta.Validate(ctx, at, v, f.S.S, false)...)
	out := FragmentAnswer{}
	lists := f.lists(v, in.At)
	if len(lists) > 0 && in.Update && len(f.lists(old, in.At)) > 0 {
		lists = nil
	}
	rules := f.rulesOf(in.CallLimit)
	if rules == nil {
		out.Errors = append(Texts(errs), lists...)
		return out
	}
	if slices.ContainsFunc(errs, blocking) {
		out.Errors = append(append(Texts(errs), lists...), field.Invalid(at, nil, notChecked).Error())
		return out
	}
	found, left := rules.Validate(ctx, at, f.S.S, v, old, in.Budget, options...)
	out.Errors = append(append(Texts(errs), lists...), Texts(found)...)
	out.Warnings, out.Stopped = warned.list, left < 0
	if !out.Stopped {
		out.Cost = in.Budget - left
	}
	return out
}

const notChecked = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation"

// blocking reports whether an error prevents rules. Those of list types do not.
//
// Reference: the unexported hasBlockingErr, reimplemented.
func blocking(err *field.Error) bool {
	switch err.Type {
	case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
		return true
	}
	return false
}

// lists returns the errors about sets and map lists.
func (f *Fragment) lists(v any, at FragmentAt) []string {
	errs := Texts(listtype.ValidateListSetsAndMaps(at.Object, f.around.S, map[string]any{FragmentName: v}))
	if at.Object == nil {
		for i, text := range errs {
			errs[i] = strings.TrimPrefix(strings.TrimPrefix(text, FragmentName), ".")
		}
	}
	return errs
}

func (f *Fragment) rulesOf(callLimit uint64) *cel.Validator {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, found := f.rules[callLimit]
	if !found {
		known = cel.NewValidator(f.S.S, f.S.S.XEmbeddedResource, callLimit) // as for a property
		f.rules[callLimit] = known
	}
	return known
}

// texts records warnings.
type texts struct {
	mu   sync.Mutex
	list []string
}

// AddWarning records a warning.
func (t *texts) AddWarning(_, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, text)
}

// FragmentPath is the path of the schema of the property in the errors of
// [CheckFragment].
var FragmentPath = schemaPath.Child("properties").Key(FragmentName)

// CheckFragment returns the errors of a schema of a property of a new definition, or of a
// definition that had the schema old. Errors about the whole schema are located at the
// property. The reference locates them at the root.
//
// Wrapped reference: validation.ValidateCustomResourceDefinition and
// ValidateCustomResourceDefinitionUpdate.
func CheckFragment(m, old map[string]any) ([]string, error) {
	crd, err := propertyDefinition(m)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	var errs field.ErrorList
	if old == nil {
		errs = validation.ValidateCustomResourceDefinition(ctx, crd)
	} else {
		was, err := propertyDefinition(old)
		if err != nil {
			return nil, err
		}
		crd.ResourceVersion, was.ResourceVersion = "1", "1"
		errs = validation.ValidateCustomResourceDefinitionUpdate(ctx, crd, was)
	}
	out := Texts(errs)
	for i, text := range out {
		if rest, ok := strings.CutPrefix(text, schemaPath.String()+": "); ok {
			out[i] = FragmentPath.String() + ": " + rest
		}
	}
	return out, nil
}

func propertyDefinition(m map[string]any) (*apiextensions.CustomResourceDefinition, error) {
	props, err := Schema(inProperty(m))
	if err != nil {
		return nil, err
	}
	return definitionOf(props), nil
}

// CheckFragmentDefaults returns the errors of the defaults of a schema at a path.
//
// Reference: defaulting.ValidateDefaults without isResourceRoot.
func (s Structural) CheckFragmentDefaults(at *field.Path) ([]string, error) {
	errs, err := defaulting.ValidateDefaults(context.Background(), at, s.S.DeepCopy(), false, true)
	return Texts(errs), err
}

// CheckPropertyDefaults returns the errors of the defaults of the schema of a property,
// located at a path.
//
// Reference: defaulting.ValidateDefaults of an object with the property.
func (s Structural) CheckPropertyDefaults(at *field.Path) ([]string, error) {
	around := &schema.Structural{Generic: schema.Generic{Type: "object"}, Properties: map[string]schema.Structural{FragmentName: *s.S.DeepCopy()}}
	root := field.NewPath("around")
	errs, err := defaulting.ValidateDefaults(context.Background(), root, around, true, true)
	out := Texts(errs)
	for i, text := range out {
		out[i] = at.String() + strings.TrimPrefix(text, root.Child("properties").Key(FragmentName).String())
	}
	return out, err
}

// FragmentRules returns the compiled rules of the schema of a property; see [CompileRules].
func FragmentRules(m map[string]any) ([]CompiledRule, error) {
	props, err := Schema(inProperty(m))
	if err != nil {
		return nil, err
	}
	rules := CompileRules(props, Environments(37), cel.StoredExpressionsEnvLoader())
	for i := range rules {
		rules[i].Path = strings.TrimPrefix(rules[i].Path, "properties["+FragmentName+"].")
	}
	return rules, nil
}

// DefaultLimits are the limits of a server.
const (
	DefaultBudget    = celconfig.RuntimeCELCostBudget
	DefaultCallLimit = celconfig.PerCallLimit
)
