// Package celvalue represents objects as CEL values: a validation rule sees a JSON value as
// its schema describes it.
//
// An [Arena] makes these values. They are views: a value is converted only as far as a rule
// reads it. A value that contradicts its schema is an error and fails the rule that reads it.
//
// Package celrules says how they are compared and added. Keys and fields are visited in byte
// order.
//
// Rule: k8s.io/apiserver/pkg/cel/common, UnstructuredToVal.
package celvalue

import (
	"fmt"
	"reflect"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Arena allocates the CEL values of objects and lists, valid until Reset. It is not safe
// for concurrent use.
type Arena struct {
	// Work counts the steps, or is nil. After it has failed, reading panics with an
	// interpreter.EvalCancelledError to end the program.
	Work *work.Tracker

	objects []objectVal
	lists   []listVal
}

const firstBlock, largestBlock = 8, 512

func (a *Arena) object(fields map[string]any, s *structural.Schema, extended bool) *objectVal {
	a.objects = withRoom(a.objects)
	a.objects = append(a.objects, objectVal{arena: a, schema: s, fields: fields, extended: extended})
	return &a.objects[len(a.objects)-1]
}

func (a *Arena) list(elements []any, s *structural.Schema) *listVal {
	a.lists = withRoom(a.lists)
	a.lists = append(a.lists, listVal{arena: a, schema: s, elements: elements})
	return &a.lists[len(a.lists)-1]
}

// withRoom returns a new block if block is full: values never move.
func withRoom[T any](block []T) []T {
	if len(block) < cap(block) {
		return block
	}
	return make([]T, 0, min(max(2*cap(block), firstBlock), largestBlock))
}

func (a *Arena) step(n int) {
	if a.Work != nil && !a.Work.Step(n) {
		panic(interpreter.EvalCancelledError{Cause: interpreter.ContextCancelled, Message: "operation cancelled"})
	}
}

const (
	bytesPerStep = 64
	// formatBytesPerStep is the number of bytes of a text with a format that are read in about
	// one step. An error about the text has several copies of it.
	formatBytesPerStep = 8
)

func (a *Arena) read(v any, s *structural.Schema) ref.Val {
	n := 1
	if text, ok := v.(string); ok {
		n += len(text) / bytesPerStep
		switch s.Format() {
		case "duration", "date", "date-time", "byte":
			n += len(text) / formatBytesPerStep
		}
	}
	a.step(n)
	return a.Value(v, s)
}

func (a *Arena) readKey(key any) any {
	if text, ok := key.(string); ok {
		a.step(len(text) / bytesPerStep)
	}
	return key
}

func (a *Arena) equal(v, w any) bool {
	if a.Work == nil {
		return structural.Equal(v, w)
	}
	same := work.Equal(a.Work, v, w)
	a.step(0) // ends the evaluation if the comparison had to end
	return same
}

// Reset frees all values for reuse.
func (a *Arena) Reset() {
	clear(a.objects)
	clear(a.lists)
	a.objects, a.lists = a.objects[:0], a.lists[:0]
}

// Value returns v, a value of s, as rules see it.
func (a *Arena) Value(v any, s *structural.Schema) ref.Val {
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
		return a.objectValue(v, s)
	case structural.Array:
		return a.listValue(v, s)
	case structural.String:
		return textValue(v, s)
	case structural.Number:
		return double(v)
	case structural.Integer:
		if n, ok := v.(int64); ok {
			return types.Int(n)
		}
		return types.WrapErr(&NotIntegerError{v, fmt.Sprintf("invalid data, expected int, got %T", v)})
	case structural.Boolean:
		if b, ok := v.(bool); ok {
			return types.Bool(b)
		}
		return types.NewErr("invalid data, expected bool, got %T", v)
	}
	if s.PreservesUnknownFields() {
		return &preserved{a, v}
	}
	return types.NewErr("invalid type, expected object, array, number, integer, boolean or string, or no type with "+
		"x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got %s", s.TypeName())
}

// Resource returns the resource fields as rules see it. extended is the result of
// celtype.ExtendsResource, slow to compute.
func (a *Arena) Resource(fields map[string]any, s *structural.Schema, extended bool) ref.Val {
	return a.object(fields, s, extended)
}

// NotIntegerError is the error of a rule that reads another value as an integer.
type NotIntegerError struct {
	Value any

	text string
}

func (e *NotIntegerError) Error() string { return e.text }

func intOrString(v any) ref.Val {
	switch v := v.(type) {
	case string:
		return types.String(v)
	case int64:
		return types.Int(v)
	default:
		return types.WrapErr(&NotIntegerError{v, "invalid data, expected XIntOrString value to be either a string or integer"})
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

func (a *Arena) objectValue(v any, s *structural.Schema) ref.Val {
	fields, ok := v.(map[string]any)
	if !ok {
		return types.NewErr("invalid data, expected a map for the provided schema with type=object")
	}
	return a.object(fields, s, s.EmbeddedResource() && celtype.ExtendsResource(s, celtype.Resource))
}

func (a *Arena) listValue(v any, s *structural.Schema) ref.Val {
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
		return a.list(elements, s)
	default:
		return types.NewErr("invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got %s", listType)
	}
}

// preserved is a value without a type, only for comparison.
type preserved struct {
	arena *Arena
	v     any
}

func (p *preserved) Equal(other ref.Val) ref.Val {
	return types.Bool(p.arena.equal(p.v, other.Value()))
}

func (p *preserved) Type() ref.Type { return types.UnknownType }

func (p *preserved) Value() any { return p.v }

// ConvertToNative implements ref.Val. It fails.
func (p *preserved) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf(noConversion, t)
}

// ConvertToType implements ref.Val. It fails.
func (p *preserved) ConvertToType(t ref.Type) ref.Val {
	return types.NewErr(noConversion, t.TypeName())
}

const noConversion = "type conversion to '%s' not supported for values preserved by x-kubernetes-preserve-unknown-fields"
