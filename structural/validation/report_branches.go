package validation

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// branches reports a value that does not satisfy the junctors. Branches are
// checked without old values. If no branch of an anyOf or oneOf is valid, the
// errors of the one with the most matches are reported, too.
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

// branchResult is the result of validating a value by a branch.
type branchResult struct {
	matches int
	issues  issueList
}

// try validates a value by a branch and leaves r.found as it was. The issues are
// valid until the next issue is found; see keep.
func (r *reporter) try(s *structural.Schema, value any) branchResult {
	mark := r.found.mark()
	result := branchResult{matches: r.node(s, precheck{}, value, nil)}
	result.issues = r.found.cut(mark)
	return result
}

func (b branchResult) valid() bool { return b.issues.empty() }

// better reports whether b, a failure, is the first one or has more matches than
// the best one before it.
func (b branchResult) better(best branchResult) bool {
	return best.valid() || b.matches > best.matches
}

// keep returns a copy of b whose issues remain valid.
func (b branchResult) keep() branchResult {
	b.issues.issues = slices.Clone(b.issues.issues)
	return b
}

func (r *reporter) anyOf(branches []*structural.Schema, value any) int {
	var best branchResult
	for _, s := range branches {
		b := r.try(s, value)
		if b.valid() {
			return b.matches
		}
		if b.better(best) {
			best = b.keep()
		}
	}
	r.addAtBase(codes.AnyOf, codes.AnyOfDetail(r.name()))
	r.found.addAll(best.issues)
	return best.matches
}

func (r *reporter) oneOf(branches []*structural.Schema, value any) int {
	var first, best branchResult
	valid := 0
	for _, s := range branches {
		b := r.try(s, value)
		if b.valid() {
			if valid++; valid == 1 {
				first = b
			}
		} else if valid == 0 && b.better(best) {
			best = b.keep()
		}
	}
	if valid == 1 {
		return first.matches
	}
	r.addAtBase(codes.OneOf, codes.OneOfDetail(r.name(), valid))
	if valid > 1 {
		return 0
	}
	r.found.addAll(best.issues)
	return best.matches
}

func (r *reporter) allOf(branches []*structural.Schema, value any) (matches int) {
	valid := 0
	for _, s := range branches {
		mark := r.found.mark()
		matches += r.node(s, precheck{}, value, nil)
		if !r.found.addedSince(mark) {
			valid++
		}
	}
	if valid < len(branches) {
		r.addAtBase(codes.AllOf, codes.AllOfDetail(r.name(), valid))
	}
	return matches
}

func (r *reporter) not(s *structural.Schema, value any) {
	if r.try(s, value).valid() {
		r.addAtBase(codes.Not, codes.NotDetail(r.name()))
	}
}
