package validation

import (
	"regexp"
	"sync"
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

// pattern is a regular expression, compiled when a string first meets it: few
// of a definition's patterns are ever used, and some take megabytes.
type pattern struct {
	text   string
	once   sync.Once
	regexp *regexp.Regexp
	err    error
}

// match tells whether s matches, as a search that is anchored nowhere. Nothing
// matches a pattern that is no regular expression.
func (p *pattern) match(s string) bool {
	p.once.Do(p.compile)
	return p.err == nil && p.regexp.MatchString(s)
}

func (p *pattern) compile() { p.regexp, p.err = regexp.Compile(p.text) }

// patterns shares the patterns of equal text.
type patterns struct {
	mu     sync.Mutex
	byText map[string]*pattern
}

func (ps *patterns) get(text string) *pattern {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byText[text]
	if p == nil {
		p = &pattern{text: text}
		if ps.byText == nil {
			ps.byText = make(map[string]*pattern)
		}
		ps.byText[text] = p
	}
	return p
}
