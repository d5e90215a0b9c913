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
