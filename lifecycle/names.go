package lifecycle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/field"
)

// names are what objects of a definition are called: as the author asks for
// them, or as far as they have been accepted.
type names struct {
	plural, singular, kind, listKind string
	shortNames, categories           []string
}

// requested are spec.names, completed as a server completes them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1,
// SetDefaults_CustomResourceDefinitionSpec.
func requested(crd map[string]any) names {
	n := namesOf(object(object(crd, "spec"), "names"))
	if n.singular == "" {
		n.singular = strings.ToLower(n.kind)
	}
	if n.listKind == "" && n.kind != "" {
		n.listKind = n.kind + "List"
	}
	return n
}

func accepted(crd map[string]any) names {
	return namesOf(object(object(crd, "status"), "acceptedNames"))
}

func namesOf(fields map[string]any) names {
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

// fields are the names as they stand in a status: plural and kind always, the
// others if there are any.
func (n names) fields() map[string]any {
	out := map[string]any{"plural": n.plural, "kind": n.kind}
	for field, value := range map[string]string{"singular": n.singular, "listKind": n.listKind} {
		if value != "" {
			out[field] = value
		}
	}
	for field, values := range map[string][]string{"shortNames": n.shortNames, "categories": n.categories} {
		if len(values) > 0 {
			out[field] = anyList(values)
		}
	}
	return out
}

func anyList(values []string) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}

// pool holds the names that are taken in a group. Plural, singular and short
// names share one set, kinds and kinds of lists another.
type pool struct{ resources, kinds map[string]bool }

// taken are the accepted names of a group's definitions except the one called
// but.
func taken(group, but string, definitions []map[string]any) pool {
	p := pool{resources: map[string]bool{}, kinds: map[string]bool{}}
	for _, crd := range definitions {
		if groupOf(crd) == group && nameOf(crd) != but {
			p.add(accepted(crd))
		}
	}
	return p
}

func (p pool) add(n names) {
	p.resources[n.plural] = true
	p.resources[n.singular] = true
	for _, short := range n.shortNames {
		p.resources[short] = true
	}
	p.kinds[n.kind] = true
	p.kinds[n.listKind] = true
}

// with is the pool with more names in it.
func (p pool) with(n names) claims {
	own := pool{resources: map[string]bool{}, kinds: map[string]bool{}}
	own.add(n)
	return claims{others: p, own: own}
}

// claims are all names that are taken: a definition's own accepted names stand
// in the way of its other names, too.
type claims struct{ others, own pool }

func (c claims) resource(name string) bool { return c.others.resources[name] || c.own.resources[name] }

func (c claims) kind(name string) bool { return c.others.kinds[name] || c.own.kinds[name] }

// accept decides on each name that is asked for: which ones the definition has
// then, and the condition NamesAccepted, which tells of the last conflict only.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/status,
// NamingConditionController.
func (c claims) accept(want, have names) (names, Condition) {
	out := have
	condition := Condition{NamesAccepted, True, "NoConflicts", "no conflicts found"}
	conflict := func(reason, message string) {
		condition.Status, condition.Reason, condition.Message = False, reason, message
	}
	one := func(want string, have *string, taken func(string) bool, reason string) {
		if want != *have && taken(want) {
			conflict(reason, inUse(want))
			return
		}
		*have = want
	}
	one(want.plural, &out.plural, c.resource, "PluralConflict")
	one(want.singular, &out.singular, c.resource, "SingularConflict")
	if conflicts := c.shortNames(want.shortNames, have.shortNames); len(conflicts) > 0 {
		conflict("ShortNamesConflict", field.Aggregate(conflicts))
	} else {
		out.shortNames = want.shortNames
	}
	one(want.kind, &out.kind, c.kind, "KindConflict")
	one(want.listKind, &out.listKind, c.kind, "ListKindConflict")
	out.categories = want.categories
	return out, condition
}

// shortNames are accepted all or not at all. Those which the definition has
// already do not conflict.
func (c claims) shortNames(want, have []string) (conflicts []string) {
	if slices.Equal(want, have) {
		return nil
	}
	own := map[string]bool{"": true} // no name is nobody's
	for _, short := range have {
		own[short] = true
	}
	for _, short := range want {
		if !own[short] && c.resource(short) {
			conflicts = append(conflicts, inUse(short))
		}
	}
	return conflicts
}

func inUse(name string) string { return fmt.Sprintf("%q is already in use", name) }
