package structural

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural/facts"
)

// textNode returns a node with a format of its own.
func textNode(i int) *Schema {
	return &Schema{typ: String, value: &valueValidation{texts: valueTextValues{formatText: fmt.Sprint(i)}}}
}

// Nodes are still found after the table has grown.
func TestNodeTableGrows(t *testing.T) {
	table := newNodeTable(firstBits)
	var nodes []*Schema
	for i := range 1000 {
		s := textNode(i)
		assert.Nil(t, table.find(new(interner).hash(s), s))
		table.add(new(interner).hash(s), s)
		nodes = append(nodes, s)
	}
	for i, s := range nodes {
		assert.Same(t, s, table.find(new(interner).hash(s), textNode(i)))
	}
	assert.Greater(t, len(table.slots), 1000)
}

// Only slotsPerHash nodes with one hash are found, and the table does not grow for the
// others. The last hashes use the slots at the end.
func TestNodeTableOfAlikeNodes(t *testing.T) {
	for _, hash := range []uint64{0, 1, ^uint64(0), 0x0e217c1e66c88cc3} {
		table := newNodeTable(firstBits)
		for i := range 1000 {
			table.add(hash, textNode(i))
		}
		for i := range 1000 {
			assert.Equal(t, i < slotsPerHash, table.find(hash, textNode(i)) != nil, i)
		}
		assert.Less(t, len(table.slots), 2000)
	}
}

// derived holds the fields of a node that seal derives.
var derived = map[string]bool{"names": true, "defaulted": true, "facts": true}

// Two nodes that differ in one field, or in one field of a part, are not equal: a
// new field must be compared.
func TestNodesAreComparedByEveryField(t *testing.T) {
	fresh := func() *Schema {
		return &Schema{
			value: &valueValidation{limits: &limits{}, junctors: &junctors{}},
			rare:  &rareKeywords{legacy: &legacy{}},
			doc:   &documentation{},
		}
	}
	require.True(t, fresh().equals(fresh()))
	parts := map[string]func(*Schema) any{
		"node":          func(s *Schema) any { return s },
		"validation":    func(s *Schema) any { return s.value },
		"limits":        func(s *Schema) any { return s.value.limits },
		"junctors":      func(s *Schema) any { return s.value.junctors },
		"rare":          func(s *Schema) any { return s.rare },
		"documentation": func(s *Schema) any { return s.doc },
		"legacy":        func(s *Schema) any { return s.rare.legacy },
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

// change sets a field to another value.
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
	case reflect.Slice: // empty differs from absent
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
	case reflect.Array:
		change(t, field.Index(field.Len()-1), what)
	default:
		require.Fail(t, "a field of a kind that this test does not know", what)
	}
}

// Equal objects are one node even if their texts have similar hashes.
func TestAlikeTextsAreShared(t *testing.T) {
	properties := map[string]any{}
	for i := range 12 {
		text := fmt.Sprintf("Optional: the %02d. of the names", i)
		properties[fmt.Sprint("p", i)] = map[string]any{"type": "string", "description": text + fmt.Sprintf(" %02d", i)}
	}
	object := map[string]any{"type": "object", "properties": properties}
	s, _, _ := FromMap(t.Context(), map[string]any{"type": "object", "properties": map[string]any{"a": object, "b": object, "c": object}})
	nodes := map[*Schema]bool{}
	for node := range s.Schemas() {
		nodes[node] = true
	}
	assert.Len(t, nodes, 14)
	assert.True(t, s.Property("a").Holds(facts.Repeated))
	assert.False(t, s.Holds(facts.Repeated))
}
