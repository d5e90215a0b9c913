package validation

import (
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

type stringRule struct {
	length  countLimits // in code points
	pattern *lazyPattern
	format  func(string) bool
}

func (c *Compiler) stringRule(s *structural.Schema, t typeRule) *stringRule {
	length, expr, format := lengthLimits(s), s.Pattern(), c.formatCheck(t)
	if length.unlimited() && expr == "" && format == nil {
		return nil
	}
	r := &stringRule{length: length, format: format}
	if expr != "" {
		r.pattern = c.patterns.get(expr)
	}
	return r
}

func lengthLimits(s *structural.Schema) countLimits {
	min, hasMin := s.MinLength()
	max, hasMax := s.MaxLength()
	return newCountLimits(min, hasMin, max, hasMax)
}

func (r *stringRule) valid(w *work.Tracker, s string) bool {
	valid := w.Step(len(s)/bytesPerStep) &&
		r.length.allowLength(s) &&
		(r.format == nil || w.Step(len(s)/bytesPerStep) && r.format(s))
	if !valid || r.pattern == nil {
		return valid
	}
	matches, _ := r.pattern.match(w, s)
	return matches
}

// allowLength counts code points only if the number of bytes does not decide.
func (l countLimits) allowLength(s string) bool {
	n := int64(len(s))
	least := (n + utf8.UTFMax - 1) / utf8.UTFMax
	switch {
	case least >= l.min && n <= l.max:
		return true
	case n < l.min || least > l.max:
		return false
	default:
		return l.allow(utf8.RuneCountInString(s))
	}
}
