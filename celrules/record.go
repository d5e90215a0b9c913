package celrules

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// record is an object with declared properties or a map, as a rule sees it.
type record struct {
	memory *memory
	schema *structural.Schema
	fields map[string]any
	// completed is set for a resource whose schema does not say all that is
	// known of resources.
	completed bool
}

var _ traits.Mapper = (*record)(nil)

// The schemas of what resources are completed with.
var (
	anyText, _ = structural.FromMap(map[string]any{"type": "string"})
	names, _   = structural.FromMap(map[string]any{"type": "object", "properties": map[string]any{
		"name": map[string]any{"type": "string"}, "generateName": map[string]any{"type": "string"},
	}})
)

// isMap tells whether the object is a map. One without properties that is no map
// has nothing to be seen.
func (o *record) isMap() bool { return !o.completed && o.schema.NumProperties() == 0 }

// field is the schema of a field, nil if rules cannot see it.
func (o *record) field(name string) *structural.Schema {
	switch {
	case o.completed && name == "metadata":
		return names
	case o.completed && field.IsMeta(name):
		return anyText
	case o.isMap():
		return o.schema.AdditionalProperties()
	default:
		return o.schema.Property(name)
	}
}

// Find returns a field or the value of a key. A field that is null is not there.
func (o *record) Find(key ref.Val) (ref.Val, bool) {
	k, ok := key.(types.String)
	if !ok {
		return types.MaybeNoSuchOverloadErr(key), true
	}
	name, isMap := string(k), o.isMap()
	if !isMap && strings.Contains(name, "__") {
		if name, ok = Unescape(name); !ok {
			return nil, false
		}
	}
	v, found := o.fields[name]
	if !found || v == nil && !isMap {
		return nil, false
	}
	if s := o.field(name); s != nil {
		return o.memory.value(v, s), true
	}
	return nil, false
}

// Get is Find that fails if there is nothing.
func (o *record) Get(key ref.Val) ref.Val {
	if v, found := o.Find(key); found {
		return v
	}
	return types.ValOrErr(key, "no such key: %v", key)
}

// Contains tells whether there is such a field or key.
func (o *record) Contains(key ref.Val) ref.Val {
	v, found := o.Find(key)
	if v != nil && types.IsUnknownOrError(v) {
		return v
	}
	return types.Bool(found)
}

// Size counts all fields, also those that rules cannot see.
func (o *record) Size() ref.Val { return types.Int(len(o.fields)) }

// Iterator visits the keys, or the names of fields, in byte order; then nothing as
// often as there are fields that rules cannot see.
func (o *record) Iterator() traits.Iterator {
	it := &keys{record: o, names: make([]string, 0, len(o.fields))}
	for name := range o.fields {
		if o.field(name) != nil {
			it.names = append(it.names, name)
		}
	}
	slices.Sort(it.names)
	return it
}

type keys struct {
	*record
	names []string
	next  int
}

func (k *keys) HasNext() ref.Val { return types.Bool(k.next < len(k.fields)) }

func (k *keys) Next() ref.Val {
	k.next++
	if k.next > len(k.names) {
		return nil
	}
	name := k.names[k.next-1]
	if !k.isMap() {
		if identifier, ok := Escape(name); ok {
			name = identifier
		}
	}
	return types.String(name)
}

// Equal compares the fields that rules can see, and of the others those that are
// in both. The first one in byte order that is not equal, or cannot be compared,
// tells.
func (o *record) Equal(other ref.Val) ref.Val {
	w, ok := other.(traits.Mapper)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	if o.Size() != w.Size() {
		return types.False
	}
	if o.schema.HoldsListTypes() {
		return o.equalInOrder(w)
	}
	var first ref.Val = types.True
	at := ""
	for name, v := range o.fields {
		if first != types.True && name > at {
			continue
		}
		if equal := o.equalField(name, v, w); equal != types.True {
			first, at = equal, name
		}
	}
	return first
}

// equalInOrder is for fields with lists of type map in them: comparing these may
// end the evaluation, so that none must be touched out of turn.
func (o *record) equalInOrder(w traits.Mapper) ref.Val {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if equal := o.equalField(name, o.fields[name], w); equal != types.True {
			return equal
		}
	}
	return types.True
}

func (o *record) equalField(name string, v any, w traits.Mapper) ref.Val {
	if o.field(name) == nil {
		return o.equalUnseen(name, v, w)
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

func (o *record) equalUnseen(name string, v any, other traits.Mapper) ref.Val {
	w, ok := other.(*record)
	if !ok {
		return types.MaybeNoSuchOverloadErr(other)
	}
	if b, found := w.fields[name]; found && !structural.Equal(v, b) {
		return types.False
	}
	return types.True
}

func (o *record) Type() ref.Type { return types.MapType }
func (o *record) Value() any     { return o.fields }

func (o *record) ConvertToNative(t reflect.Type) (any, error) {
	if t.Kind() == reflect.Map {
		return o.fields, nil
	}
	return nil, fmt.Errorf("type conversion error from '%s' to '%s'", o.Type(), t)
}

func (o *record) ConvertToType(t ref.Type) ref.Val {
	switch t {
	case types.MapType:
		return o
	case types.TypeType:
		return types.MapType
	}
	return types.NewErr("type conversion error from '%s' to '%s'", o.Type(), t.TypeName())
}
