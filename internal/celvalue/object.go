package celvalue

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

type objectVal struct {
	arena  *Arena
	schema *structural.Schema
	fields map[string]any
	// extended is set if the common fields of resources are visible instead of the fields
	// that schema declares; see [celtype.ExtendsResource].
	extended bool
}

var _ traits.Mapper = (*objectVal)(nil)

// CountsSteps marks a value that counts the steps of reading it.
func (o *objectVal) CountsSteps() {}

var (
	textSchema, _, _     = structural.FromMap(context.Background(), map[string]any{"type": "string"})
	metadataSchema, _, _ = structural.FromMap(context.Background(), map[string]any{"type": "object", "properties": map[string]any{
		"name": map[string]any{"type": "string"}, "generateName": map[string]any{"type": "string"},
	}})
)

// isMap reports whether the fields are keys. An object without properties and additional
// properties counts as a map without visible fields.
func (o *objectVal) isMap() bool { return !o.extended && o.schema.NumProperties() == 0 }

// fieldSchema returns nil if a field is hidden from rules.
func (o *objectVal) fieldSchema(name string) *structural.Schema {
	switch {
	case o.extended && name == "metadata":
		return metadataSchema
	case o.extended && names.IsMeta(name):
		return textSchema
	case o.isMap():
		return o.schema.AdditionalProperties()
	default:
		return o.schema.Property(name)
	}
}

// Find implements traits.Mapper. It does not find null.
func (o *objectVal) Find(key ref.Val) (ref.Val, bool) {
	name, ok := key.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(key), true
	}
	return o.FindField(string(name))
}

// FindField returns what Find returns for a text.
func (o *objectVal) FindField(name string) (ref.Val, bool) {
	isMap := o.isMap()
	if !isMap && strings.Contains(name, "__") {
		var ok bool
		if name, ok = celtype.Unescape(name); !ok {
			return nil, false
		}
	}
	v, found := o.fields[name]
	if !found || v == nil && !isMap {
		return nil, false
	}
	if s := o.fieldSchema(name); s != nil {
		return o.arena.read(v, s), true
	}
	return nil, false
}

func (o *objectVal) Get(key ref.Val) ref.Val {
	if v, found := o.Find(key); found {
		return v
	}
	return types.ValOrErr(key, "no such key: %v", key)
}

func (o *objectVal) Contains(key ref.Val) ref.Val {
	v, found := o.Find(key)
	if v != nil && types.IsUnknownOrError(v) {
		return v
	}
	return types.Bool(found)
}

// Size implements traits.Sizer. It also counts fields hidden from rules.
func (o *objectVal) Size() ref.Val { return types.Int(len(o.fields)) }

// Iterator implements traits.Iterable. It yields the keys, or the identifiers of the
// fields, in byte order, and then nil for each hidden field.
func (o *objectVal) Iterator() traits.Iterator {
	it := &keyIterator{objectVal: o, names: make([]string, 0, len(o.fields))}
	for name := range o.fields {
		if o.fieldSchema(name) != nil {
			it.names = append(it.names, name)
		}
	}
	o.arena.sort(it.names)
	return it
}

func (a *Arena) sort(names []string) {
	const many = 1 << 12
	if len(names) < many {
		a.step(len(names))
		slices.Sort(names)
		return
	}
	slices.SortFunc(names, func(x, y string) int {
		a.step(1)
		return strings.Compare(x, y)
	})
}

type keyIterator struct {
	*objectVal
	names []string
	next  int
}

func (it *keyIterator) HasNext() ref.Val { return types.Bool(it.next < len(it.fields)) }

func (it *keyIterator) Next() ref.Val {
	it.next++
	if it.next > len(it.names) {
		return nil
	}
	name := it.names[it.next-1]
	if !it.isMap() {
		if identifier, ok := celtype.Escape(name); ok {
			name = identifier
		}
	}
	return types.String(name)
}

// Equal implements ref.Val. The first field in byte order that is not equal, or cannot be
// compared, decides.
func (o *objectVal) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Mapper)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	if o.Size() != w.Size() {
		return types.False
	}
	if o.schema.Holds(facts.ListTypes) {
		return o.equalInOrder(w)
	}
	var first ref.Val = types.True
	firstName := ""
	for name, v := range o.fields {
		if first != types.True && name > firstName {
			continue
		}
		if equal := o.equalField(name, v, w); equal != types.True {
			first, firstName = equal, name
		}
	}
	return first
}

// equalInOrder compares in byte order. Comparing lists of type map may panic, so no field
// after the deciding one may be compared.
func (o *objectVal) equalInOrder(w traits.Mapper) ref.Val {
	names := slices.Collect(maps.Keys(o.fields))
	o.arena.sort(names)
	for _, name := range names {
		if equal := o.equalField(name, o.fields[name], w); equal != types.True {
			return equal
		}
	}
	return types.True
}

func (o *objectVal) equalField(name string, v any, w traits.Mapper) ref.Val {
	o.arena.step(1)
	if o.fieldSchema(name) == nil {
		return o.equalHidden(name, v, w)
	}
	key := types.String(name)
	a, found := o.Find(key)
	b, foundToo := w.Find(key)
	switch {
	case found != foundToo:
		return types.False
	case !found:
		return types.True
	default:
		return a.Equal(b)
	}
}

func (o *objectVal) equalHidden(name string, v any, other traits.Mapper) ref.Val {
	w, ok := other.(*objectVal)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	if b, found := w.fields[name]; found && !o.arena.equal(v, b) {
		return types.False
	}
	return types.True
}

func (o *objectVal) Type() ref.Type { return types.MapType }

func (o *objectVal) Value() any { return o.fields }

func (o *objectVal) ConvertToNative(t reflect.Type) (any, error) {
	if t.Kind() == reflect.Map {
		return o.fields, nil
	}
	return nil, fmt.Errorf("type conversion error from '%s' to '%s'", o.Type(), t)
}

func (o *objectVal) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.MapType:
		return o
	case types.TypeType:
		return types.MapType
	}
	return types.NewErr("type conversion error from '%s' to '%s'", o.Type(), t.TypeName())
}
