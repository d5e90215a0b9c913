package validation

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/structural"
)

// object reports the number of fields, the fields that the schema does not
// declare, those that it does, and those that are missing.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, objectValidator.
func (r *reporter) object(k *keywords, g guide, m map[string]any, old *correlate.Node) (matches int) {
	r.objectSize(k, int64(len(m)))
	undeclared, declared := r.suspects(k, g, m)
	for _, name := range undeclared {
		matches += r.undeclared(k, g, name, m[name], old)
	}
	for _, name := range declared {
		i := k.PropertyIndex(name)
		_, s := k.PropertyAt(i)
		matches += r.field(s, g.field(i), structural.Field(name), m[name], old)
	}
	for _, name := range k.required {
		if _, found := m[name]; !found {
			r.missing(k, name)
		}
	}
	const validator = 1
	return matches + validator
}

// suspects are the fields to look at, sorted.
func (r *reporter) suspects(k *keywords, g guide, m map[string]any) (undeclared, declared []string) {
	open := r.additional(k.Schema, r.depth) == nil && !r.closed(k.Schema, r.depth)
	for name, v := range m {
		i := k.PropertyIndex(name)
		switch {
		case i >= 0:
			if !g.field(i).clears(v, len(r.steps)) {
				declared = append(declared, name)
			}
		case !open:
			undeclared = append(undeclared, name)
		}
	}
	slices.Sort(undeclared)
	slices.Sort(declared)
	return undeclared, declared
}

func (r *reporter) objectSize(k *keywords, size int64) {
	if least, ok := k.MinProperties(); ok && size < least {
		r.add(structural.Invalid, size, fmt.Sprintf("%s in body should have at least %d properties", r.name(), least))
	}
	if most, ok := k.MaxProperties(); ok && size > most {
		r.addSilent(structural.TooMany, size, atMostItems(most), message{text: fmt.Sprintf("%s in body should have at most %d properties", r.name(), most)})
	}
}

// undeclared reports a field that the schema forbids or has one schema for.
func (r *reporter) undeclared(k *keywords, g guide, name string, v any, old *correlate.Node) int {
	if r.closed(k.Schema, r.depth) {
		r.forbidden(name)
		return 0
	}
	g = g.field(-1)
	if g.clears(v, len(r.steps)) {
		return 0
	}
	return r.field(r.additional(k.Schema, r.depth), g, structural.Key(name), v, old)
}

// forbidden reports a field where the server sees its object.
func (r *reporter) forbidden(name string) {
	at := r.name()
	text := fmt.Sprintf("%s.%s in body is a forbidden property", at, name)
	e := structural.Error{Kind: structural.Invalid, Value: name, Detail: text}
	r.addAt(r.location(at), e, message{text: text}, structural.Key(name))
}

func (r *reporter) field(s *structural.Schema, g guide, step structural.Step, v any, old *correlate.Node) int {
	if r.unnamed() && (step.Name() == "apiVersion" || step.Name() == "kind") {
		old = nil // both were converted to the same version
	}
	r.steps = append(r.steps, step)
	matches := r.node(s, g, v, old.Key(step.Name()))
	r.steps = r.steps[:len(r.steps)-1]
	return matches
}

func (r *reporter) missing(k *keywords, name string) {
	step := structural.Field(name)
	if _, by := k.Field(name); by == structural.FromAdditional {
		step = structural.Key(name)
	}
	at := r.name() + "." + name
	e := structural.Error{Kind: structural.Required, Value: structural.Omitted}
	r.addAt(r.location(at), e, message{text: at + " in body is required"}, step)
}

// list reports the elements, then the list itself.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, schemaSliceValidator.
func (r *reporter) list(k *keywords, g guide, list []any, old *correlate.Node) (matches int) {
	if items := k.Items(); items != nil {
		for i, e := range list {
			if !g.clears(e, len(r.steps)) {
				matches += r.element(items, g, i, e, old)
			}
		}
	}
	r.listSize(k, int64(len(list)))
	if k.UniqueItems() && !unique(list) {
		r.add(structural.Invalid, "", fmt.Sprintf("%s in body shouldn't contain duplicates", r.name()))
	}
	const result, validator = 1, 1
	return matches + result + validator
}

func (r *reporter) element(items *structural.Schema, g guide, i int, e any, old *correlate.Node) int {
	r.steps = append(r.steps, structural.Index(i))
	matches := r.node(items, g, e, old.Index(i))
	r.steps = r.steps[:len(r.steps)-1]
	return matches
}

func (r *reporter) listSize(k *keywords, size int64) {
	if least, ok := k.MinItems(); ok && size < least {
		r.add(structural.Invalid, size, fmt.Sprintf("%s in body should have at least %d items", r.name(), least))
	}
	if most, ok := k.MaxItems(); ok && size > most {
		r.addSilent(structural.TooMany, size, atMostItems(most), message{text: fmt.Sprintf("%s in body should have at most %d items", r.name(), most)})
	}
}

// atMostItems is said of the fields of an object, too.
func atMostItems(n int64) string {
	switch {
	case n < 0:
		return "has too many items"
	case n == 1:
		return "must have at most 1 item"
	default:
		return fmt.Sprintf("must have at most %d items", n)
	}
}

// guide is what is known of the values at a node from its check: a reporter
// need not look at those that are valid. The zero guide knows nothing; it is
// that of branches, where valid values count as matches.
type guide struct{ check *check }

// skimDepth is how deep a reporter looks ahead. A value that is not valid is
// looked at once for each level above it.
const skimDepth = 32

// clears tells whether v is known to be valid.
func (g guide) clears(v any, depth int) bool {
	return g.check != nil && depth < skimDepth && g.check.valid(v)
}

// of is the guide for what is inside of values of a kind. What a node does not
// accept was not compiled.
func (g guide) of(k kinds) (_ *rest, known bool) {
	if g.check == nil || g.check.accepts&k == 0 {
		return nil, false
	}
	if g.check.rest == nil {
		return &rest{}, true
	}
	return g.check.rest, true
}

var anything = check{accepts: everything}

func (g guide) items() guide {
	r, known := g.of(array)
	switch {
	case !known:
		return guide{}
	case r.list == nil:
		return guide{&anything}
	default:
		return guide{&r.list.items}
	}
}

// field is the guide for the field that is the i-th property, or an additional
// one for -1.
func (g guide) field(i int) guide {
	r, known := g.of(object)
	switch {
	case !known:
		return guide{}
	case r.object == nil:
		return guide{&anything}
	case i < 0:
		return guide{&r.object.additional}
	default:
		return guide{&r.object.properties[i]}
	}
}
