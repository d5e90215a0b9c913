package pattern

import (
	"regexp"
	"regexp/syntax"

	"github.com/seed95800270/crdschema/internal/work"
)

// following is an expression whose first group is the leftmost match of another one after
// the first rune of a text, or nil if none compiles.
type following struct{ regexp *regexp.Regexp }

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

// maxGroupMemory bounds groups times instructions: each instruction holds the offsets of
// all groups.
const maxGroupMemory = 1 << 12

// makeNext makes following from the text of the expression, or from the parsed expression
// without groups if it has too many groups or its text cannot be wrapped, because it ends
// in \Q or is nested as deeply as possible.
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

// compileNext wraps an expression. It does not try to compile an expression that takes long.
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

func withoutGroups(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	for i, sub := range re.Sub {
		re.Sub[i] = withoutGroups(sub)
	}
	return re
}
