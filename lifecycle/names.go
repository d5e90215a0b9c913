package lifecycle

import (
	"fmt"
	"slices"

	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/valuetext"
)

// acceptNames sets the accepted names and their conditions until nothing changes. An accepted
// name stays accepted, so there cannot be more rounds than names.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/status, NamingConditionController.
func (u *update) acceptNames(siblings []map[string]any) {
	want := model.RequestedNames(u.crd)
	if want.Equal(&u.acceptedNames) {
		return
	}
	taken := namesOfSiblings(u.crd, siblings)
	for !want.Equal(&u.acceptedNames) {
		got, condition := taken.with(u.acceptedNames).accept(want, u.acceptedNames)
		if got.Equal(&u.acceptedNames) && u.conditions.has(condition) {
			return
		}
		u.acceptedNames, u.namesWritten = got, true
		u.conditions.set(condition)
		u.conditions.set(u.initialEstablished(condition))
	}
}

// initialEstablished returns the condition Established after the names have been checked:
// the old one, unless it is false or missing and the names are accepted.
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

// nameFields returns names as a JSON value, without empty ones except plural and kind.
func nameFields(n model.Names) map[string]any {
	out := map[string]any{"plural": n.Plural, "kind": n.Kind}
	for name, value := range map[string]string{"singular": n.Singular, "listKind": n.ListKind} {
		if value != "" {
			out[name] = value
		}
	}
	for name, values := range map[string][]string{"shortNames": n.ShortNames, "categories": n.Categories} {
		if len(values) > 0 {
			out[name] = model.Texts(values)
		}
	}
	return out
}

// nameSet holds used names. Plural, singular and short names share one set, kinds and
// list kinds another.
type nameSet struct{ resources, kinds map[string]bool }

func newNameSet() nameSet { return nameSet{resources: map[string]bool{}, kinds: map[string]bool{}} }

// namesOfSiblings returns the accepted names of the siblings in the group of crd. A
// sibling with the same name is an older state of crd.
func namesOfSiblings(crd map[string]any, siblings []map[string]any) nameSet {
	set := newNameSet()
	for _, sibling := range siblings {
		if groupOf(sibling) == groupOf(crd) && nameOf(sibling) != nameOf(crd) {
			set.add(model.AcceptedNames(sibling))
		}
	}
	return set
}

func (s nameSet) add(n model.Names) {
	s.resources[n.Plural] = true
	s.resources[n.Singular] = true
	for _, short := range n.ShortNames {
		s.resources[short] = true
	}
	s.kinds[n.Kind] = true
	s.kinds[n.ListKind] = true
}

func (s nameSet) with(own model.Names) usedNames {
	set := newNameSet()
	set.add(own)
	return usedNames{siblings: s, own: set}
}

type usedNames struct{ siblings, own nameSet }

func (u usedNames) resource(name string) bool {
	return u.siblings.resources[name] || u.own.resources[name]
}

func (u usedNames) kind(name string) bool { return u.siblings.kinds[name] || u.own.kinds[name] }

// accept returns the accepted names, given the requested and the previously accepted ones, and
// the condition NamesAccepted with only the last conflict.
func (u usedNames) accept(want, have model.Names) (model.Names, Condition) {
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
	one(want.Plural, &out.Plural, u.resource, "PluralConflict")
	one(want.Singular, &out.Singular, u.resource, "SingularConflict")
	if conflicts := u.shortNameConflicts(want.ShortNames, have.ShortNames); len(conflicts) > 0 {
		conflict("ShortNamesConflict", valuetext.Aggregate(conflicts))
	} else {
		out.ShortNames = want.ShortNames
	}
	one(want.Kind, &out.Kind, u.kind, "KindConflict")
	one(want.ListKind, &out.ListKind, u.kind, "ListKindConflict")
	out.Categories = want.Categories
	return out, condition
}

// shortNameConflicts returns a message for each short name in use. Short names are
// accepted all or none; accepted ones do not conflict.
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
