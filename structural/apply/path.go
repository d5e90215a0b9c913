package apply

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/structural"
)

// Path locates a value in an object, from the root down.
type Path []PathElement

// String returns the path as the server prints it in a conflict:
// `.spec.ports[port=80,protocol="TCP"].name`. The root is empty.
//
// Rule: sigs.k8s.io/structured-merge-diff, fieldpath.Path.String.
func (p Path) String() string {
	var b strings.Builder
	for _, e := range p {
		b.WriteString(e.String())
	}
	return b.String()
}

// MarshalText returns the text of [Path.String].
func (p Path) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// PathElementKind says how a [PathElement] locates a value.
type PathElementKind uint8

const (
	// FieldElement is a field of an object: [PathElement.Field].
	FieldElement PathElementKind = iota
	// KeyElement is an element of a list of type map: [PathElement.Key].
	KeyElement
	// ValueElement is an element of a list of type set: [PathElement.Value].
	ValueElement
	// IndexElement is an element of any other list: [PathElement.Index].
	IndexElement
)

// PathElement is one step of a [Path]. Only the field for its Kind is set.
type PathElement struct {
	Kind  PathElementKind
	Field string
	Key   []KeyField // sorted by name
	Value any
	Index int
}

// KeyField is one of the fields that identify an element of a list of type map.
type KeyField struct {
	Name  string
	Value any
}

// String returns the element as [Path.String] prints it: `.name`, `[port=80]`, `[="x"]` or
// `[3]`.
//
// Rule: sigs.k8s.io/structured-merge-diff, fieldpath.PathElement.String.
func (e PathElement) String() string {
	switch e.Kind {
	case FieldElement:
		return "." + e.Field
	case KeyElement:
		keys := make([]string, len(e.Key))
		for i, k := range e.Key {
			keys[i] = k.Name + "=" + valueText(k.Value)
		}
		return "[" + strings.Join(keys, ",") + "]"
	case ValueElement:
		return "[=" + valueText(e.Value) + "]"
	default:
		return "[" + strconv.Itoa(e.Index) + "]"
	}
}

// keyOf returns the keys of a list element. An absent field has the default in item, the
// schema of the elements, or is left out.
func keyOf(element any, names []string, item *structural.Schema) []KeyField {
	obj, _ := element.(map[string]any)
	out := make([]KeyField, 0, len(names))
	for _, name := range names {
		v, found := obj[name]
		if key := item.Property(name); !found && key.HasDefault() {
			v, found = key.Default(), true
		}
		if found {
			out = append(out, KeyField{Name: name, Value: v})
		}
	}
	slices.SortFunc(out, func(a, b KeyField) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// valueText returns the server's text of a normalized value in a path. Objects are JSON, since
// the server prints their fields in any order.
//
// Rule: sigs.k8s.io/structured-merge-diff, value.ToString.
func valueText(v any) string {
	switch v.(type) {
	case map[string]any, []any:
		return jsonText(v)
	default:
		return value.ToString(value.NewValueInterface(v))
	}
}

func pathOf(path fieldpath.Path) Path {
	out := make(Path, len(path))
	for i, pe := range path {
		out[i] = pathElementOf(present(pe))
	}
	return out
}

func pathElementOf(pe fieldpath.PathElement) PathElement {
	switch {
	case pe.FieldName != nil:
		return PathElement{Kind: FieldElement, Field: *pe.FieldName}
	case pe.Key != nil:
		e := PathElement{Kind: KeyElement, Key: make([]KeyField, len(*pe.Key))}
		for i, f := range *pe.Key {
			e.Key[i] = KeyField{Name: f.Name, Value: f.Value.Unstructured()}
		}
		return e
	case pe.Value != nil:
		return PathElement{Kind: ValueElement, Value: (*pe.Value).Unstructured()}
	case pe.Index != nil:
		return PathElement{Kind: IndexElement, Index: *pe.Index}
	default:
		return PathElement{}
	}
}

func jsonText(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return "?" // NaN and infinities: no JSON value has them
	}
	return strings.TrimSuffix(b.String(), "\n")
}
