package upstream

import (
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Structural is the reference's structural schema. Its methods are safe for
// concurrent use.
type Structural struct {
	// S is the schema itself. Callers must not write to it.
	S *schema.Structural
}

// NewStructural decodes a schema and converts it to a structural schema. The
// error is the decoder's, or the only one that the reference reports.
//
// Reference: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
func NewStructural(m map[string]any) (Structural, error) {
	props, err := Schema(m)
	if err != nil {
		return Structural{}, fmt.Errorf("decoding: %w", err)
	}
	return NewStructuralFrom(props)
}

// NewStructuralFrom converts a decoded schema to a structural schema.
//
// Reference: schema.NewStructural.
func NewStructuralFrom(props *apiextensions.JSONSchemaProps) (Structural, error) {
	s, err := schema.NewStructural(props.DeepCopy())
	return Structural{S: s}, err
}

// Errors returns the errors of the structural rules that s breaks, sorted, with
// paths below prefix (nil: at the root).
//
// Reference: schema.ValidateStructural.
func (s Structural) Errors(prefix *field.Path) []string {
	return Texts(schema.ValidateStructural(prefix, s.S.DeepCopy()))
}

// Prune removes unknown fields from an object, whose root is a resource, and
// returns the paths of what it removed, sorted.
//
// Reference: pruning.PruneWithOptions.
func (s Structural) Prune(obj map[string]any) (pruned map[string]any, dropped []string) {
	pruned = Copy(obj)
	dropped = pruning.PruneWithOptions(pruned, s.S, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	return pruned, dropped
}

// PruneValue removes unknown fields from a value that is not a resource.
//
// Reference: pruning.PruneWithOptions.
func (s Structural) PruneValue(v any) (pruned any, dropped []string) {
	pruned = runtime.DeepCopyJSONValue(v)
	dropped = pruning.PruneWithOptions(pruned, s.S, false, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	return pruned, dropped
}

// DropNulls removes nulls that are neither allowed nor defaulted.
//
// Reference: defaulting.PruneNonNullableNullsWithoutDefaults.
func (s Structural) DropNulls(v any) any {
	v = runtime.DeepCopyJSONValue(v)
	defaulting.PruneNonNullableNullsWithoutDefaults(v, s.S)
	return v
}

// Default sets defaults. It does not prune the defaults first; see
// [Structural.PruneDefaults].
//
// Reference: defaulting.Default.
func (s Structural) Default(v any) any {
	v = runtime.DeepCopyJSONValue(v)
	defaulting.Default(v, s.S)
	return v
}

// PruneDefaults returns the schema that the server serves with: its defaults
// without unknown fields.
//
// Reference: defaulting.PruneDefaults.
func (s Structural) PruneDefaults() (Structural, error) {
	pruned := Structural{S: s.S.DeepCopy()}
	err := defaulting.PruneDefaults(pruned.S)
	return pruned, err
}

// Coerced is the result of coercing the metadata of embedded resources.
type Coerced struct {
	// Value is the result, partial if there is an error.
	Value any
	// Unknown are the paths of unknown metadata fields, sorted. It is set only if
	// malformed metadata is an error: the server does not use them otherwise.
	Unknown []string
	// Error is the text of the first error, or empty.
	Error string
}

// Malformed is the mode of coercion for malformed metadata.
type Malformed int

const (
	// Refused is the mode for requests: the first problem is an error.
	Refused Malformed = iota
	// Dropped is the mode for stored objects and defaults.
	Dropped
)

// Root is whether the root of a value counts as a resource.
type Root int

const (
	// Value is a root without metadata of its own.
	Value Root = iota
	// Resource is a root that is a resource, embedded or not.
	Resource
)

// Coerce coerces the metadata of embedded resources.
//
// Reference: objectmeta.CoerceWithOptions.
func (s Structural) Coerce(v any, root Root, malformed Malformed) Coerced {
	v = runtime.DeepCopyJSONValue(v)
	err, unknown := objectmeta.CoerceWithOptions(nil, v, s.S, root == Resource, objectmeta.CoerceOptions{
		DropInvalidFields:       malformed == Dropped,
		ReturnUnknownFieldPaths: malformed == Refused,
	})
	out := Coerced{Value: v, Unknown: unknown}
	if err != nil {
		out.Error = err.Error()
	}
	return out
}

// Defaults returns the defaults of all structural nodes by their path in the
// schema, for example "properties[a].items.default".
func (s Structural) Defaults() map[string]any {
	out := map[string]any{}
	collectDefaults(out, nil, s.S)
	return out
}

func collectDefaults(out map[string]any, path *field.Path, s *schema.Structural) {
	if s == nil {
		return
	}
	if s.Default.Object != nil {
		out[path.Child("default").String()] = runtime.DeepCopyJSONValue(s.Default.Object)
	}
	collectDefaults(out, path.Child("items"), s.Items)
	if s.AdditionalProperties != nil {
		collectDefaults(out, path.Child("additionalProperties"), s.AdditionalProperties.Structural)
	}
	for name, p := range s.Properties {
		collectDefaults(out, path.Child("properties").Key(name), &p)
	}
}
