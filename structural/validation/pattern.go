package validation

import (
	"regexp"
	"sync"
)

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
