package validation

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// branches reports what the junctors have against a value. The branches know
// no old values. Where no branch of an anyOf or oneOf is valid, the errors of
// the one with the most matches are reported besides.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, schemaPropsValidator.
func (r *reporter) branches(k *keywords, value any) (matches int) {
	r.depth++
	if len(k.anyOf) > 0 {
		matches += r.anyOf(k.anyOf, value)
	}
	if len(k.oneOf) > 0 {
		matches += r.oneOf(k.oneOf, value)
	}
	if len(k.allOf) > 0 {
		matches += r.allOf(k.allOf, value)
	}
	if not := k.Not(); not != nil {
		r.not(not, value)
	}
	r.depth--
	const result = 1
	return matches + result
}

// attempt is what came of one branch of an anyOf or oneOf.
type attempt struct {
	matches int
	found   ledger
}

// try leaves r.found as it was.
func (r *reporter) try(s *structural.Schema, value any) attempt {
	mark := r.found.mark()
	a := attempt{matches: r.node(s, guide{}, value, nil)}
	a.found = r.found.cut(mark)
	return a
}

func (a attempt) valid() bool { return a.found.empty() }

// better tells whether a is the first or a better failure than the best so far.
func (a attempt) better(best attempt) bool {
	return best.valid() || a.matches > best.matches
}

// keep makes a last, come what may.
func (a attempt) keep() attempt {
	a.found.issues = slices.Clone(a.found.issues)
	return a
}

func (r *reporter) anyOf(branches []*structural.Schema, value any) int {
	var best attempt
	for _, s := range branches {
		a := r.try(s, value)
		if a.valid() {
			return a.matches
		}
		if a.better(best) {
			best = a.keep()
		}
	}
	r.addAtBase(fmt.Sprintf("%q must validate at least one schema (anyOf)", r.name()))
	r.found.move(best.found)
	return best.matches
}

func (r *reporter) oneOf(branches []*structural.Schema, value any) int {
	var first, best attempt
	valid := 0
	for _, s := range branches {
		a := r.try(s, value)
		if a.valid() {
			if valid++; valid == 1 {
				first = a
			}
		} else if valid == 0 && a.better(best) {
			best = a.keep()
		}
	}
	switch valid {
	case 0:
		r.addAtBase(fmt.Sprintf("%q must validate one and only one schema (oneOf). Found none valid", r.name()))
		r.found.move(best.found)
		return best.matches
	case 1:
		return first.matches
	default:
		r.addAtBase(fmt.Sprintf("%q must validate one and only one schema (oneOf). Found %d valid alternatives", r.name(), valid))
		return 0
	}
}

func (r *reporter) allOf(branches []*structural.Schema, value any) (matches int) {
	valid := 0
	for _, s := range branches {
		mark := r.found.mark()
		matches += r.node(s, guide{}, value, nil)
		if !r.found.since(mark) {
			valid++
		}
	}
	if valid == len(branches) {
		return matches
	}
	none := ""
	if valid == 0 {
		none = ". None validated"
	}
	r.addAtBase(fmt.Sprintf("%q must validate all the schemas (allOf)%s", r.name(), none))
	return matches
}

func (r *reporter) not(s *structural.Schema, value any) {
	if r.try(s, value).valid() {
		r.addAtBase(fmt.Sprintf("%q must not validate the schema (not)", r.name()))
	}
}
