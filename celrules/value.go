package celrules

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	"github.com/seed95800270/crdschema/structural"
)

// value is a value of an object as rules see it: what its schema says it is. It
// is looked into no further than a rule does. What contradicts the schema is an
// error, which fails the rule that comes across it.
//
// Rule: k8s.io/apiserver/pkg/cel/common, UnstructuredToVal.
func (m *memory) value(v any, s *structural.Schema) ref.Val {
	if v == nil {
		if s.Nullable() {
			return types.NullValue
		}
		return types.NewErr("invalid data, got null for schema with nullable=false")
	}
	if s.IntOrString() {
		return intOrString(v)
	}
	switch s.Type() {
	case structural.Object:
		return m.mapping(v, s)
	case structural.Array:
		return m.sequence(v, s)
	case structural.String:
		return textValue(v, s)
	case structural.Number:
		return double(v)
	case structural.Integer:
		if n, ok := v.(int64); ok {
			return types.Int(n)
		}
		return types.NewErr("invalid data, expected int, got %T", v)
	case structural.Boolean:
		if b, ok := v.(bool); ok {
			return types.Bool(b)
		}
		return types.NewErr("invalid data, expected bool, got %T", v)
	}
	if s.PreservesUnknownFields() {
		return &preserved{v}
	}
	return types.NewErr("invalid type, expected object, array, number, integer, boolean or string, or no type with "+
		"x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got %s", s.TypeName())
}

func intOrString(v any) ref.Val {
	switch v := v.(type) {
	case string:
		return types.String(v)
	case int64:
		return types.Int(v)
	default:
		return types.NewErr("invalid data, expected XIntOrString value to be either a string or integer")
	}
}

func double(v any) ref.Val {
	switch v := v.(type) {
	case int64:
		return types.Double(v)
	case float64:
		return types.Double(v)
	default:
		return types.NewErr("invalid data, expected float, got %T", v)
	}
}

func textValue(v any, s *structural.Schema) ref.Val {
	str, ok := v.(string)
	if !ok {
		return types.NewErr("invalid data, expected string, got %T", v)
	}
	switch s.Format() {
	case "duration":
		return durationValue(str)
	case "date":
		return dateValue(str)
	case "date-time":
		return dateTimeValue(str)
	case "byte":
		return bytesValue(str)
	default:
		return types.String(str)
	}
}

func (m *memory) mapping(v any, s *structural.Schema) ref.Val {
	fields, ok := v.(map[string]any)
	if !ok {
		return types.NewErr("invalid data, expected a map for the provided schema with type=object")
	}
	return m.record(fields, s, s.EmbeddedResource() && completed(s, resourceRole))
}

func (m *memory) sequence(v any, s *structural.Schema) ref.Val {
	elements, ok := v.([]any)
	switch {
	case !ok:
		return types.NewErr("invalid data, expected an array for the provided schema with type=array")
	case s.Items() == nil:
		return types.NewErr("invalid array type, expected Items with a non-empty Schema")
	}
	listType, _ := s.ListType()
	switch listType {
	case "", "atomic", "set", "map":
		return m.list(elements, s)
	default:
		return types.NewErr("invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got %s", listType)
	}
}
