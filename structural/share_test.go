package structural

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// derived are fields of a node that follow from the others.
var derived = map[string]bool{"names": true, "defaulted": true, "below": true, "repeated": true}

// Two nodes that differ in one field, of their own or of a part, are never taken
// for one: a field that is added to them must be compared.
func TestNodesAreComparedByEveryField(t *testing.T) {
	fresh := func() *Schema {
		return &Schema{
			value: &valueValidation{bounds: &bounds{}, junctors: &junctors{}},
			more:  &more{legacy: &legacy{}},
			doc:   &documentation{},
		}
	}
	require.True(t, fresh().equals(fresh()))
	parts := map[string]func(*Schema) any{
		"node":          func(s *Schema) any { return s },
		"validation":    func(s *Schema) any { return s.value },
		"bounds":        func(s *Schema) any { return s.value.bounds },
		"junctors":      func(s *Schema) any { return s.value.junctors },
		"rare":          func(s *Schema) any { return s.more },
		"documentation": func(s *Schema) any { return s.doc },
		"legacy":        func(s *Schema) any { return s.more.legacy },
	}
	for name, part := range parts {
		for i := range reflect.TypeOf(part(fresh())).Elem().NumField() {
			s := fresh()
			field := reflect.ValueOf(part(s)).Elem().Field(i)
			what := name + "." + reflect.TypeOf(part(s)).Elem().Field(i).Name
			if derived[reflect.TypeOf(part(s)).Elem().Field(i).Name] {
				continue
			}
			change(t, field, what)
			assert.False(t, s.equals(fresh()), what)
			assert.False(t, fresh().equals(s), what)
		}
	}
}

// change gives a field another value than the one that it has.
func change(t *testing.T, field reflect.Value, what string) {
	t.Helper()
	field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
	switch field.Kind() {
	case reflect.Pointer:
		if field.IsNil() {
			field.Set(reflect.New(field.Type().Elem()))
		} else {
			field.SetZero()
		}
	case reflect.Slice: // empty is not absent
		field.Set(reflect.MakeSlice(field.Type(), 0, 0))
	case reflect.Interface:
		field.Set(reflect.ValueOf("x"))
	case reflect.String:
		field.SetString("x")
	case reflect.Float64:
		field.SetFloat(1)
	case reflect.Int64:
		field.SetInt(1)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		field.SetUint(1)
	default:
		require.Fail(t, "a field of a kind that this test does not know", what)
	}
}

// Equal objects are one node although they are full of texts that look alike.
func TestAlikeTextsAreShared(t *testing.T) {
	properties := map[string]any{}
	for i := range 12 {
		text := fmt.Sprintf("Optional: the %02d. of the names", i)
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string", "description": text + fmt.Sprintf(" %02d", i)}
	}
	object := map[string]any{"type": "object", "properties": properties}
	s, _ := FromMap(map[string]any{"type": "object", "properties": map[string]any{"a": object, "b": object, "c": object}})
	nodes := map[*Schema]bool{}
	for node := range s.Schemas() {
		nodes[node] = true
	}
	assert.Len(t, nodes, 14)
	assert.True(t, s.Property("a").Repeated())
	assert.False(t, s.Repeated())
}
