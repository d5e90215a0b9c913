package apply

import (
	"context"
	"fmt"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/managedfields"
)

// Extract returns the part of an object that a manager has applied to a subresource, or to
// the object itself if that is empty. The result has the apiVersion and kind of obj, and can
// be completed and applied again. It is nil if the manager has not applied anything. It
// shares values with obj.
//
// The error says that obj does not have the types of its version, or that its managed fields
// cannot be read, or is a failure.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, ExtractInto.
func (a *Applier) Extract(ctx context.Context, obj map[string]any, manager, subresource string) (map[string]any, error) {
	return interruptible(func() (map[string]any, error) { return a.extract(ctx, obj, manager, subresource) })
}

func (a *Applier) extract(ctx context.Context, obj map[string]any, manager, subresource string) (map[string]any, error) {
	c := newConverter(ctx, &a.tracker, extractStage)
	w := c.work
	if w.Failed() {
		return nil, w.Err()
	}
	obj, err := normalObject(obj, "object")
	if err != nil {
		return nil, err
	}
	if _, err := c.typed(obj, refuseDuplicates); err != nil {
		if w.Failed() {
			return nil, w.Err()
		}
		return nil, fmt.Errorf("error converting obj to typed: %w", err)
	}
	e, found := appliedEntry(obj, manager, subresource)
	if !found {
		return nil, nil
	}
	types := c.typesOf(obj)
	set, _, err := readFields(w, e.FieldsV1, types)
	if err != nil {
		return nil, fmt.Errorf("error marshalling FieldsV1 to JSON: %w", err)
	}
	if w.Failed() {
		return nil, w.Err()
	}
	x := extractor{checker{types: types, work: w}}
	out, ok := x.value(obj, set.Leaves(), named(objectName)).(map[string]any)
	if err := w.Err(); err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("unable to convert managed fields for %s to unstructured, expected map, got <nil>", manager)
	}
	return withKind(out, obj), nil
}

func appliedEntry(obj map[string]any, manager, subresource string) (entry, bool) {
	entries, _ := entriesOf(obj)
	for _, e := range entries {
		if e.Manager == manager && e.Operation == managedfields.Apply && e.Subresource == subresource {
			return e, true
		}
	}
	return entry{}, false
}

func withKind(part, obj map[string]any) map[string]any {
	if _, found := part["kind"]; found {
		return part
	}
	out := map[string]any{"apiVersion": obj["apiVersion"], "kind": obj["kind"]}
	for name, v := range part {
		if name != "apiVersion" {
			out[name] = v
		}
	}
	return out
}

// extractor returns the parts of values that are in a set. It replaces the walker of the merge
// library: later versions keep empty lists and maps, and do not repeat elements.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/typed, removingWalker.
type extractor struct{ checker }

func (x *extractor) value(v any, set *fieldpath.Set, t schema.TypeRef) any {
	if !x.work.Step(1) {
		return nil
	}
	switch a := x.atom(v, t); {
	case a.Map != nil:
		m, ok := v.(map[string]any)
		if !ok || len(m) > 0 && a.Map.ElementRelationship != schema.Atomic {
			return x.object(m, set, a.Map)
		}
	case a.Scalar == nil && a.List != nil:
		l, ok := v.([]any)
		if !ok || len(l) > 0 && a.List.ElementRelationship != schema.Atomic {
			return x.list(l, set, a.List)
		}
	}
	return v
}

// object returns the fields of m that are in set. Below a field that is itself in the set, the
// server continues with the set of the parent.
func (x *extractor) object(m map[string]any, set *fieldpath.Set, t *schema.Map) any {
	out := map[string]any{}
	for name, v := range m {
		pe := fieldpath.PathElement{FieldName: &name}
		typ, _ := fieldType(t, name)
		if set.Members.Has(pe) {
			out[name] = x.value(v, set, typ)
		} else if below, found := set.Children.Get(pe); found && !below.Empty() {
			out[name] = x.value(v, below, typ)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (x *extractor) list(l []any, set *fieldpath.Set, t *schema.List) any {
	var out []any
	for _, v := range l {
		pe, _ := x.element(v, t) // which check has accepted
		below, found := set.Children.Get(pe)
		if found = found && !below.Empty(); found {
			v = x.value(v, below, t.ElementType)
		}
		if found || set.Members.Has(pe) {
			out = append(out, v)
		}
	}
	if out == nil {
		return nil
	}
	return out
}
