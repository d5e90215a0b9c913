package validation

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// branches reports a value that does not satisfy the junctors, without old values.
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
	if k.not != nil {
		r.not(k.not, value)
	}
	r.depth--
	const result = 1
	return matches + result
}

func (r *reporter) anyOf(branches []*structural.Schema, value any) int {
	mark := r.choices.mark()
	c := r.choose(untilValid, branches, value)
	if c.valid == 0 {
		if !r.counted() {
			r.addAtBase(codes.AnyOf, codes.AnyOfDetail(r.name()))
		}
		r.branch(mark, branches[c.best], value)
	}
	r.forget(mark)
	return c.matches
}

func (r *reporter) oneOf(branches []*structural.Schema, value any) int {
	mark := r.choices.mark()
	c := r.choose(allBranches, branches, value)
	if c.valid != 1 && !r.counted() {
		r.addAtBase(codes.OneOf, codes.OneOfDetail(r.name(), c.valid))
	}
	if c.valid == 0 {
		r.branch(mark, branches[c.best], value)
	}
	r.forget(mark)
	return c.matches
}

func (r *reporter) allOf(branches []*structural.Schema, value any) (matches int) {
	valid := 0
	for _, s := range branches {
		before := r.errors
		matches += r.node(s, precheck{}, value, nil)
		if r.errors == before {
			valid++
		}
	}
	if valid < len(branches) && !r.counted() {
		r.addAtBase(codes.AllOf, codes.AllOfDetail(r.name(), valid))
	}
	return matches
}

func (r *reporter) not(s *structural.Schema, value any) {
	mark := r.choices.mark()
	c := r.choose(onlyBranch, []*structural.Schema{s}, value)
	if c.valid > 0 && !r.counted() {
		r.addAtBase(codes.Not, codes.NotDetail(r.name()))
	}
	r.forget(mark)
}

func (r *reporter) branch(mark int, s *structural.Schema, value any) {
	if r.quiet {
		return
	}
	again := r.again
	if recorded := r.choices.since(mark); len(recorded) > 0 {
		r.again = recorded[1:]
		defer func() { r.again = again }()
	}
	r.node(s, precheck{}, value, nil)
}

// forget drops the choices made since mark, unless an outer branch is being tried: its errors
// may have to be reported later.
func (r *reporter) forget(mark int) {
	if !r.quiet {
		r.choices.cut(mark)
	}
}

func (r *reporter) try(s *structural.Schema, value any) (matches int, valid bool) {
	quiet, before := r.quiet, r.errors
	r.quiet = true
	matches = r.node(s, precheck{}, value, nil)
	valid = r.errors == before
	r.quiet, r.errors = quiet, before
	return matches, valid
}
