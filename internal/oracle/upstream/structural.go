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

// Structural is the reference's structural schema. Its methods may run at the
// same time.
type Structural struct {
	// S is the schema itself; nothing here writes to it, so callers must not
	// either.
	S *schema.Structural
}

// NewStructural decodes a schema and makes it structural. The error is the
// decoder's or the one problem that the reference reports.
//
// Reference: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
func NewStructural(m map[string]any) (Structural, error) {
	props, err := Schema(m)
	if err != nil {
		return Structural{}, fmt.Errorf("decoding: %w", err)
	}
	return NewStructuralFrom(props)
}

// NewStructuralFrom makes a decoded schema structural.
//
// Reference: schema.NewStructural.
func NewStructuralFrom(props *apiextensions.JSONSchemaProps) (Structural, error) {
	s, err := schema.NewStructural(props.DeepCopy())
	return Structural{S: s}, err
}

// Errors are the texts of the structural rules that s breaks, sorted, located
// below prefix (nil: at the root).
//
// Reference: schema.ValidateStructural.
func (s Structural) Errors(prefix *field.Path) []string {
	return Texts(schema.ValidateStructural(prefix, s.S.DeepCopy()))
}

// Prune removes unknown fields from an object, its root being a resource, and
// returns the paths of what it removed, sorted.
//
// Reference: pruning.PruneWithOptions.
func (s Structural) Prune(obj map[string]any) (pruned map[string]any, dropped []string) {
	pruned = Copy(obj)
	dropped = pruning.PruneWithOptions(pruned, s.S, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	return pruned, dropped
}

// PruneValue removes unknown fields from a value that is no resource.
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

// Default fills in defaults. It does not prune the defaults first, see
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

// Coerced is what coercing the metadata of embedded resources gave.
type Coerced struct {
	// Value is the result, in the state in which an error left it.
	Value any
	// Unknown are the paths of unknown metadata fields, sorted. They are only
	// there if what is malformed is refused: no server asks for them otherwise.
	Unknown []string
	// Error is the text of the first problem, empty if there is none.
	Error string
}

// Malformed says what coercion does with malformed metadata.
type Malformed int

const (
	// Refused is how requests are treated: the first problem is an error.
	Refused Malformed = iota
	// Dropped is how stored objects and defaults are treated.
	Dropped
)

// Root says whether the root of a value counts as a resource.
type Root int

const (
	// Value is a root without metadata of its own.
	Value Root = iota
	// Resource is a root that is a resource, embedded or not.
	Resource
)

// Coerce brings the metadata of embedded resources into shape.
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

// Defaults returns the defaults of all structural nodes by their location in
// the schema, for example "properties[a].items.default".
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
