package lifecycle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
)

// acceptNames sets the names that are accepted and the conditions about them,
// until nothing changes. An accepted name stays accepted, so there cannot be more
// rounds than names.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/status,
// NamingConditionController.
func (u *update) acceptNames(siblings []map[string]any) {
	want := requestedNamesOf(u.crd)
	if want.equal(u.acceptedNames) {
		return
	}
	taken := namesOfSiblings(u.crd, siblings)
	for !want.equal(u.acceptedNames) {
		got, condition := taken.with(u.acceptedNames).accept(want, u.acceptedNames)
		if got.equal(u.acceptedNames) && u.conditions.has(condition) {
			return
		}
		u.acceptedNames, u.namesWritten = got, true
		u.conditions.set(condition)
		u.conditions.set(u.initialEstablished(condition))
	}
}

// initialEstablished returns the condition Established after the names have been
// checked: the old one, unless that is false or missing and the names are accepted.
func (u *update) initialEstablished(namesAccepted Condition) Condition {
	old, at := u.conditions.find(Established)
	switch {
	case text(old, "status") != conditionTrue && namesAccepted.Status == conditionTrue:
		return installing
	case at >= 0:
		return readCondition(old)
	default:
		return namesNotAccepted
	}
}

// names holds the names of a resource: those in spec.names, or the accepted ones.
type names struct {
	plural, singular, kind, listKind string
	shortNames, categories           []string
}

// requestedNamesOf returns spec.names with defaults.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinitionSpec.
func requestedNamesOf(crd map[string]any) names {
	n := readNames(object(object(crd, "spec"), "names"))
	if n.singular == "" {
		n.singular = strings.ToLower(n.kind)
	}
	if n.listKind == "" && n.kind != "" {
		n.listKind = n.kind + "List"
	}
	return n
}

func acceptedNamesOf(crd map[string]any) names {
	return readNames(object(object(crd, "status"), "acceptedNames"))
}

func readNames(fields map[string]any) names {
	return names{
		plural:     text(fields, "plural"),
		singular:   text(fields, "singular"),
		kind:       text(fields, "kind"),
		listKind:   text(fields, "listKind"),
		shortNames: texts(fields, "shortNames"),
		categories: texts(fields, "categories"),
	}
}

func (n names) equal(other names) bool {
	return n.plural == other.plural && n.singular == other.singular && n.kind == other.kind && n.listKind == other.listKind &&
		slices.Equal(n.shortNames, other.shortNames) && slices.Equal(n.categories, other.categories)
}

// fields returns the names as a JSON value: plural and kind always, the others
// unless they are empty.
func (n names) fields() map[string]any {
	out := map[string]any{"plural": n.plural, "kind": n.kind}
	for field, value := range map[string]string{"singular": n.singular, "listKind": n.listKind} {
		if value != "" {
			out[field] = value
		}
	}
	for field, values := range map[string][]string{"shortNames": n.shortNames, "categories": n.categories} {
		if len(values) > 0 {
			out[field] = toList(values)
		}
	}
	return out
}

// nameSet holds names that are in use. Plural, singular and short names share one
// set, kinds and list kinds another.
type nameSet struct{ resources, kinds map[string]bool }

func newNameSet() nameSet { return nameSet{resources: map[string]bool{}, kinds: map[string]bool{}} }

// namesOfSiblings returns the accepted names of the siblings in the group of crd.
// A sibling with the same name is an older state of crd.
func namesOfSiblings(crd map[string]any, siblings []map[string]any) nameSet {
	set := newNameSet()
	for _, sibling := range siblings {
		if groupOf(sibling) == groupOf(crd) && nameOf(sibling) != nameOf(crd) {
			set.add(acceptedNamesOf(sibling))
		}
	}
	return set
}

func (s nameSet) add(n names) {
	s.resources[n.plural] = true
	s.resources[n.singular] = true
	for _, short := range n.shortNames {
		s.resources[short] = true
	}
	s.kinds[n.kind] = true
	s.kinds[n.listKind] = true
}

// with returns the names that are in use by siblings or by the crd itself.
func (s nameSet) with(own names) usedNames {
	set := newNameSet()
	set.add(own)
	return usedNames{siblings: s, own: set}
}

// usedNames holds the names that conflict with new ones: those of siblings, and
// the accepted names of the crd itself.
type usedNames struct{ siblings, own nameSet }

func (u usedNames) resource(name string) bool {
	return u.siblings.resources[name] || u.own.resources[name]
}

func (u usedNames) kind(name string) bool { return u.siblings.kinds[name] || u.own.kinds[name] }

// accept returns the accepted names, given the requested and the previously
// accepted ones, and the condition NamesAccepted, which only mentions the last
// conflict.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/status,
// NamingConditionController.
func (u usedNames) accept(want, have names) (names, Condition) {
	out := have
	condition := newCondition(NamesAccepted, conditionTrue, "NoConflicts", "no conflicts found")
	conflict := func(reason, message string) {
		condition.Status, condition.Reason, condition.Message = conditionFalse, reason, message
	}
	one := func(want string, have *string, used func(string) bool, reason string) {
		if want != *have && used(want) {
			conflict(reason, inUse(want))
			return
		}
		*have = want
	}
	one(want.plural, &out.plural, u.resource, "PluralConflict")
	one(want.singular, &out.singular, u.resource, "SingularConflict")
	if conflicts := u.shortNameConflicts(want.shortNames, have.shortNames); len(conflicts) > 0 {
		conflict("ShortNamesConflict", field.Aggregate(conflicts))
	} else {
		out.shortNames = want.shortNames
	}
	one(want.kind, &out.kind, u.kind, "KindConflict")
	one(want.listKind, &out.listKind, u.kind, "ListKindConflict")
	out.categories = want.categories
	return out, condition
}

// shortNameConflicts returns a message for each short name that is in use. Short
// names are accepted all or none; accepted ones do not conflict.
func (u usedNames) shortNameConflicts(want, have []string) (conflicts []string) {
	if slices.Equal(want, have) {
		return nil
	}
	own := map[string]bool{"": true} // an empty name never conflicts
	for _, short := range have {
		own[short] = true
	}
	for _, short := range want {
		if !own[short] && u.resource(short) {
			conflicts = append(conflicts, inUse(short))
		}
	}
	return conflicts
}

func inUse(name string) string { return fmt.Sprintf("%q is already in use", name) }
