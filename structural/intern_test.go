package structural

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/facts"
)

// textNode is a node that differs from others by its format.
func textNode(i int) *Schema {
	return &Schema{typ: String, value: &valueValidation{format: fmt.Sprint(i)}}
}

// Nodes stay where they are found while the table grows.
func TestNodeTableGrows(t *testing.T) {
	table := newNodeTable(firstBits)
	var nodes []*Schema
	for i := range 1000 {
		s := textNode(i)
		assert.Nil(t, table.find(new(sharing).hash(s), s))
		table.add(new(sharing).hash(s), s)
		nodes = append(nodes, s)
	}
	for i, s := range nodes {
		assert.Same(t, s, table.find(new(sharing).hash(s), textNode(i)))
	}
	assert.Greater(t, len(table.slots), 1000)
}

// Of nodes with one hash, only so many are found, and the table does not grow on
// and on for the others. The slots behind the end serve the last hashes.
func TestNodeTableOfAlikeNodes(t *testing.T) {
	for _, hash := range []uint64{0, 1, ^uint64(0), 0x0e217c1e66c88cc3} {
		table := newNodeTable(firstBits)
		for i := range 1000 {
			table.add(hash, textNode(i))
		}
		for i := range 1000 {
			assert.Equal(t, i < maxAlike, table.find(hash, textNode(i)) != nil, i)
		}
		assert.Less(t, len(table.slots), 2000)
	}
}

// Lists of nodes that turn out to be there already are used again: neither for
// two nodes at once, nor with what was in them.
func TestListsAreSupplied(t *testing.T) {
	var p supply
	kept := p.list(2)
	copy(kept, []string{"a", "b"})
	last := p.list(3)
	copy(last, []string{"c", "d", "e"})
	p.discardList(kept) // is not the last one: it stays
	assert.Equal(t, []string{"a", "b"}, kept)
	p.discardList(last)
	assert.Equal(t, []string{"", ""}, p.list(2))
	assert.Equal(t, []string{"a", "b"}, kept)
	_ = append(kept, "f")
	p.discardList(nil)
	assert.Equal(t, []string{""}, p.list(1))
	assert.NotNil(t, p.list(0))
}

// derived are fields of a node that follow from the others.
var derived = map[string]bool{"names": true, "defaulted": true, "facts": true}

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
	assert.True(t, s.Property("a").Holds(facts.Repeated))
	assert.False(t, s.Holds(facts.Repeated))
}
