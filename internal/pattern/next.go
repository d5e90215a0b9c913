package pattern

import (
	"regexp"
	"regexp/syntax"

	"github.com/seed95800270/crdschema/internal/work"
)

// following is an expression whose first group is the leftmost match of another one that
// begins after the first rune of a text. Its regexp is nil if there is no such expression that
// can be compiled.
type following struct{ regexp *regexp.Regexp }

// next returns the regexp of following, which it compiles when it is first called. It returns nil
// if there is none or if w has failed.
func (p *Pattern) next(w *work.Tracker) *regexp.Regexp {
	f := p.after.Load()
	if f == nil {
		f = p.makeNext(w)
		if w.Failed() {
			return nil
		}
		p.after.CompareAndSwap(nil, f)
	}
	return f.regexp
}

// maxGroupMemory bounds the groups of an expression times its instructions: each of them holds
// the offsets of all groups while it is matched.
const maxGroupMemory = 1 << 12

// makeNext makes following of the text of the expression. Where that has many groups or cannot
// be wrapped, such as one that ends in \Q or is nested as deep as possible, it makes it of one
// without groups.
func (p *Pattern) makeNext(w *work.Tracker) *following {
	m := p.measured
	if m.groups <= maxGroupMemory/m.insts {
		if f := compileNext(w, m.expr); f.regexp != nil || w.Failed() {
			return f
		}
	}
	if !w.Spend(parseSteps(m.expr), name) {
		return &following{}
	}
	parsed, err := syntax.Parse(m.expr, syntax.Perl)
	if err != nil {
		return &following{}
	}
	return compileNext(w, withoutGroups(parsed).String())
}

// compileNext wraps an expression. It does not try to compile what takes long.
func compileNext(w *work.Tracker, expr string) *following {
	wrapped := `\A(?s:.)(?s:.*?)((?:` + expr + `))`
	if len(wrapped) > longText || parseEstimate(wrapped) > longParse {
		return &following{}
	}
	m, ok := Measure(w, wrapped)
	if !ok || m.err != nil {
		return &following{}
	}
	re, err := m.compile()
	if err != nil {
		return &following{}
	}
	return &following{re}
}

// withoutGroups returns re with what its groups hold in place of them.
func withoutGroups(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	for i, sub := range re.Sub {
		re.Sub[i] = withoutGroups(sub)
	}
	return re
}
