package apply

import (
	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/typed"

	"github.com/seed95800270/crdschema/structural"
)

// shortcut is what is known about an apply before the merge library runs. Most applies come from
// clients that apply the same fields again and again; half of the library's time goes into looking
// for fields that they have dropped.
type shortcut struct {
	set  *fieldpath.Set // of the fields of the configuration
	last *fieldpath.Set // of the fields that the manager applied before
}

// shortcutFor returns nil unless the manager applies all fields that it applied before, all managers
// have the version of the request, and the types have not changed since. The library then removes
// nothing: a field that it would remove is in the configuration, with all elements above it. There are
// two exceptions. With other versions, fields that a conversion makes from others could be removed. An
// element of which the manager owns no field, because its keys are defaults, becomes null.
func (op *operation) shortcutFor(live, config *typed.TypedValue, sets fieldpath.ManagedFields, manager string) *shortcut {
	last, found := sets[manager]
	if !found || hasEmptyElement(last.Set()) {
		return nil
	}
	set, err := config.ToFieldSet()
	if err != nil {
		return nil // the library reports it
	}
	version := fieldpath.APIVersion(op.apiVersion)
	if filter := op.tracker.reset(op.version(), op.req.Subresource)[version]; filter != nil {
		set = filter.Filter(set)
	}
	if !last.Set().Difference(set).Empty() || !op.current(live, sets) {
		return nil
	}
	return &shortcut{set, last.Set()}
}

// hasEmptyElement reports whether a set has an element of a keyed list without a field of it.
func hasEmptyElement(set *fieldpath.Set) bool {
	found := false
	set.Members.Iterate(func(pe fieldpath.PathElement) {
		if pe.Key != nil && !found {
			below, _ := set.Children.Get(pe)
			found = below == nil || below.Empty()
		}
	})
	set.Children.Iterate(func(pe fieldpath.PathElement) {
		if below, _ := set.Children.Get(pe); !found {
			found = hasEmptyElement(below)
		}
	})
	return found
}

// current reports whether all sets are of the version of the request and fit its types.
func (op *operation) current(live *typed.TypedValue, sets fieldpath.ManagedFields) bool {
	for _, set := range sets {
		if set.APIVersion() != fieldpath.APIVersion(op.apiVersion) || set.Set().Empty() {
			return false
		}
		if changed, err := typed.ReconcileFieldSetWithSchema(set.Set(), live); changed != nil || err != nil {
			return false
		}
	}
	return true
}

// changesNothing reports whether live has all fields of config, with their values and in their order,
// and the manager owns them.
func (s *shortcut) changesNothing(live, config *typed.TypedValue) bool {
	if !s.set.Difference(s.last).Difference(stripped).Empty() {
		return false
	}
	merged, err := live.Merge(config)
	return err == nil && structural.Equal(merged.AsValue().Unstructured(), live.AsValue().Unstructured())
}
