package gotype

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
)

// goOrder has the fields of structs whose Go type declares them in another order than
// [Type.Fields] has them.
var goOrder = map[string][]string{
	"ObjectMeta": {
		"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp",
		"deletionGracePeriodSeconds", "labels", "annotations", "ownerReferences", "finalizers", "managedFields",
	},
	"OwnerReference":               {"apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"},
	"ManagedFieldsEntry":           {"manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource"},
	"CustomResourceDefinitionSpec": {"group", "names", "scope", "versions", "conversion", "preserveUnknownFields"},
}

// GoFields returns the fields of a struct in the order of its Go type.
func (t *Type) GoFields() []*Field {
	names := goOrder[t.Struct]
	if names == nil {
		return t.Fields
	}
	fields := make([]*Field, len(names))
	for i, name := range names {
		fields[i] = t.Field(name)
	}
	return fields
}

// Encode returns v, a value in the form in which the server stores a t, as the server writes
// it: with the fields of structs in the order of their Go types. The error is the error of w.
//
// Rule: encoding/json, Marshal.
func Encode(w *work.Tracker, v any, t *Type) ([]byte, error) {
	e := encoder{work: w}
	if work.Text(w, v) {
		e.value(v, t)
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return e.out, e.err
}

type encoder struct {
	work *work.Tracker
	out  []byte
	err  error
}

// value appends a value. work.Text has bounded its depth.
func (e *encoder) value(v any, t *Type) {
	switch v := v.(type) {
	case map[string]any:
		if v != nil {
			e.object(v, t)
			return
		}
	case []any:
		if v != nil && t != nil && t.Elem != nil {
			e.list(v, t.Elem)
			return
		}
	}
	out, err := jsontext.Append(e.work, e.out, v)
	if err != nil && e.err == nil {
		e.err = err
	}
	e.out = out
}

// object appends an object: a struct, a map, or one of the values of a type with a custom
// decoder.
func (e *encoder) object(m map[string]any, t *Type) {
	switch t.Class {
	case Struct:
		e.fields(m, t)
	case Map:
		e.members(m, sortedNames(e.work, m), func(string) *Type { return t.Elem })
	case SchemaOrBool, SchemaOrList, SchemaOrNames:
		e.object(m, t.Elem)
	default:
		e.members(m, sortedNames(e.work, m), func(string) *Type { return Any })
	}
}

func sortedNames(w *work.Tracker, m map[string]any) []string {
	return work.Sorted(w, slices.Collect(maps.Keys(m)))
}

func (e *encoder) fields(m map[string]any, t *Type) {
	names := make([]string, 0, len(t.Fields))
	for _, f := range t.GoFields() {
		names = append(names, f.Name)
	}
	e.members(m, names, func(name string) *Type { return t.Field(name).Type })
}

// members appends the object with those of the names that m has.
func (e *encoder) members(m map[string]any, names []string, typeOf func(name string) *Type) {
	e.out = append(e.out, '{')
	first := true
	for _, name := range names {
		v, ok := m[name]
		if !ok {
			continue
		}
		if !first {
			e.out = append(e.out, ',')
		}
		first = false
		e.out = append(jsontext.AppendString(e.out, name), ':')
		if e.value(v, typeOf(name)); e.work.Failed() {
			return
		}
	}
	e.out = append(e.out, '}')
}

func (e *encoder) list(l []any, elem *Type) {
	e.out = append(e.out, '[')
	for i, v := range l {
		if i > 0 {
			e.out = append(e.out, ',')
		}
		if e.value(v, elem); e.work.Failed() {
			return
		}
	}
	e.out = append(e.out, ']')
}
