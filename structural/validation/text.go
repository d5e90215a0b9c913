package validation

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/structural"
)

// stringRule is what a node demands of strings besides their type.
type stringRule struct {
	length  limits // in code points
	pattern *pattern
	holds   func(string) bool // the format
}

// stringRule is nil if there is nothing to check.
func (c *Compiler) stringRule(s *structural.Schema, t typing) *stringRule {
	length, pattern, holds := lengthLimits(s), s.Pattern(), c.predicate(t)
	if length.always() && pattern == "" && holds == nil {
		return nil
	}
	r := &stringRule{length: length, holds: holds}
	if pattern != "" {
		r.pattern = c.patterns.get(pattern)
	}
	return r
}

func (r *stringRule) valid(s string) bool {
	return r.length.allowText(s) &&
		(r.holds == nil || r.holds(s)) &&
		(r.pattern == nil || r.pattern.match(s))
}

// allowText counts code points only if the number of bytes leaves it open.
func (l limits) allowText(s string) bool {
	n := int64(len(s))
	least := (n + utf8.UTFMax - 1) / utf8.UTFMax
	switch {
	case least >= l.least && n <= l.most:
		return true
	case n < l.least || least > l.most:
		return false
	default:
		return l.allow(utf8.RuneCountInString(s))
	}
}
