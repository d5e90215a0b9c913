package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"
	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/work"
)

type fieldsReader struct {
	work      *work.Tracker
	guard     guard          // of elements with nested values
	types     *schema.Schema // nil if the version of the set is not known
	canonical bool
}

// readFields returns the set of fields in v, the value of fieldsV1, and reports whether
// writeFields returns an equal value.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, Set.FromJSON.
func readFields(w *work.Tracker, v any, types *schema.Schema) (set *fieldpath.Set, canonical bool, err error) {
	r := fieldsReader{work: w, guard: guard{work: w}, types: types, canonical: true}
	root := schema.TypeRef{}
	if types != nil {
		root = named(objectName)
	}
	set, itself, err := r.read(v, root)
	if err != nil {
		return nil, false, err
	}
	if set == nil {
		set = &fieldpath.Set{}
	}
	_, object := v.(map[string]any)
	return set, r.canonical && object && (!itself || set.Empty()), nil
}

type element struct {
	fieldpath.PathElement
	name string
}

func (r *fieldsReader) read(v any, t schema.TypeRef) (below *fieldpath.Set, itself bool, err error) {
	m, ok := v.(map[string]any)
	if !ok {
		r.canonical = false
		if v != nil {
			return nil, false, errors.New("fields are not an object")
		}
		return nil, true, nil
	}
	if !r.work.Step(1 + len(m)) {
		return nil, false, r.work.Err()
	}
	a := r.resolve(t)
	elements, itself, err := r.elements(m, a)
	if err != nil {
		return nil, false, err
	}
	for _, e := range elements {
		if below == nil {
			below = &fieldpath.Set{}
		}
		set, member, err := r.read(m[e.name], typeBelow(a, e.PathElement))
		if err != nil {
			return nil, false, err
		}
		if member {
			below.Members.Insert(e.PathElement)
		}
		if set != nil {
			*below.Children.Descend(e.PathElement) = *set
		}
	}
	return below, itself || below == nil, nil
}

// elements sorts them: inserting them in another order takes quadratic time.
func (r *fieldsReader) elements(m map[string]any, a schema.Atom) (elements []element, itself bool, err error) {
	if len(m) > 0 {
		elements = make([]element, 0, len(m))
	}
	for name, v := range m {
		if name == "." {
			itself = true
			empty, ok := v.(map[string]any)
			r.canonical = r.canonical && ok && len(empty) == 0
			continue
		}
		pe, err := r.element(name, a)
		if errors.Is(err, fieldpath.ErrUnknownPathElementType) {
			r.canonical = false
			continue
		}
		if err != nil {
			return nil, false, fmt.Errorf("parsing key as path element: %w", err)
		}
		elements = append(elements, element{pe, name})
	}
	if itself && len(elements) == 0 {
		r.canonical = false
	}
	slices.SortFunc(elements, func(x, y element) int { return x.Compare(y.PathElement) })
	return elements, itself, nil
}

// element parses the name of an element.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, DeserializePathElement. It refuses
// anything after the value of an element.
func (r *fieldsReader) element(name string, a schema.Atom) (fieldpath.PathElement, error) {
	if field, ok := managedfields.FieldOf(name); ok {
		return fieldpath.PathElement{FieldName: &field}, nil
	}
	if !r.work.Step(len(name) / bytesPerStep) {
		return fieldpath.PathElement{}, r.work.Err()
	}
	pe, err := fieldpath.DeserializePathElement(name)
	if err != nil {
		return pe, err
	}
	if pe.Index == nil && !json.Valid([]byte(name[2:])) {
		return pe, fmt.Errorf("no JSON value: %q", name)
	}
	r.canonical = r.canonical && elementText(pe) == name
	if pe.Key != nil && a.List != nil {
		pe.Key = withAbsent(pe.Key, a.List.Keys)
	}
	return r.guarded(pe), r.work.Err()
}

// guarded returns an element whose nested values look at the context. It counts the comparisons
// with other elements.
func (r *fieldsReader) guarded(pe fieldpath.PathElement) fieldpath.PathElement {
	if pe.Value != nil {
		v := r.guardedValue(*pe.Value)
		pe.Value = &v
	}
	if pe.Key != nil {
		for i, f := range *pe.Key {
			(*pe.Key)[i].Value = r.guardedValue(f.Value)
		}
	}
	return pe
}

func (r *fieldsReader) guardedValue(v value.Value) value.Value {
	r.work.Step(comparing(v.Unstructured()))
	return r.guard.value(v)
}

func withAbsent(key *value.FieldList, names []string) *value.FieldList {
	if len(*key) >= len(names) {
		return key
	}
	out := slices.Clone(*key)
	for _, name := range names {
		if !slices.ContainsFunc(*key, func(f value.Field) bool { return f.Name == name }) {
			out = append(out, value.Field{Name: name, Value: value.NewValueInterface(absent{})})
		}
	}
	out.Sort()
	return &out
}

func present(pe fieldpath.PathElement) fieldpath.PathElement {
	if pe.Key == nil {
		return pe
	}
	if !slices.ContainsFunc(*pe.Key, isAbsent) {
		return pe
	}
	key := slices.DeleteFunc(slices.Clone(*pe.Key), isAbsent)
	return fieldpath.PathElement{Key: &key}
}

func isAbsent(f value.Field) bool {
	_, ok := f.Value.Unstructured().(absent)
	return ok
}

func elementText(pe fieldpath.PathElement) string {
	if pe.FieldName != nil {
		return managedfields.FieldElement(*pe.FieldName)
	}
	text, err := fieldpath.SerializePathElement(present(pe))
	if err != nil {
		return "" // of no JSON value
	}
	return text
}

// writeFields returns fieldsV1. Elements may share the strings of their keys, and each has its own
// text: that counts before it is written. The result is undefined if w fails.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, Set.ToJSON.
func writeFields(w *work.Tracker, set *fieldpath.Set) map[string]any {
	out := map[string]any{}
	set.Members.Iterate(func(pe fieldpath.PathElement) {
		if countText(w, pe) {
			out[elementText(pe)] = map[string]any{}
		}
	})
	set.Children.Iterate(func(pe fieldpath.PathElement) {
		if !countText(w, pe) {
			return
		}
		child, _ := set.Children.Get(pe)
		below := writeFields(w, child)
		if set.Members.Has(pe) && len(below) > 0 {
			below["."] = map[string]any{}
		}
		out[elementText(pe)] = below
	})
	return out
}

// countText counts the text of an element as made values, and reports whether to go on.
func countText(w *work.Tracker, pe fieldpath.PathElement) bool {
	switch {
	case pe.Value != nil:
		return work.Text(w, (*pe.Value).Unstructured())
	case pe.Key != nil:
		for _, f := range *pe.Key {
			if !work.Text(w, f.Value.Unstructured()) {
				return false
			}
		}
	}
	return w.Step(1)
}

func (r *fieldsReader) resolve(t schema.TypeRef) schema.Atom {
	if r.types == nil {
		return schema.Atom{}
	}
	a, _ := r.types.Resolve(t)
	return a
}

func typeBelow(a schema.Atom, pe fieldpath.PathElement) schema.TypeRef {
	switch {
	case pe.FieldName != nil && a.Map != nil:
		if f, found := a.Map.FindField(*pe.FieldName); found {
			return f.Type
		}
		return a.Map.ElementType
	case pe.FieldName == nil && a.List != nil:
		return a.List.ElementType
	default:
		return schema.TypeRef{}
	}
}
