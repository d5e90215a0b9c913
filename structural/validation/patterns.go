package validation

import (
	"sync"
	"sync/atomic"

	"github.com/seed95800270/crdschema/internal/pattern"
	"github.com/seed95800270/crdschema/internal/work"
)

// lazyPattern is a regular expression. It is compiled for the first string that it is
// matched with: few patterns of a crd are ever used, and some take megabytes.
type lazyPattern struct {
	text     string
	all      *patterns
	compiled atomic.Pointer[compiledPattern] // nil: not compiled, or too large to keep
}

// compiledPattern is a compiled pattern, or why it is not a regular expression.
type compiledPattern struct {
	pattern *pattern.Pattern
	err     error
}

// match reports whether a part of s matches, unless w fails. Nothing matches a pattern
// that is not a regular expression; err says why it is none.
func (p *lazyPattern) match(w *work.Tracker, s string) (matches bool, err error) {
	c := p.compiled.Load()
	if c == nil {
		c = p.compile(w)
	}
	switch {
	case c == nil:
		return false, nil
	case c.err != nil:
		return false, c.err
	default:
		return c.pattern.Match(w, s), nil
	}
}

// compile returns the compiled pattern, which it keeps if there is room, or nil if w fails.
func (p *lazyPattern) compile(w *work.Tracker) *compiledPattern {
	measured, ok := pattern.Measure(w, p.text)
	if !ok {
		return nil
	}
	c := &compiledPattern{}
	c.pattern, c.err = measured.Compile()
	if c.err == nil && !p.all.reserve(c.pattern.Size()) {
		return c
	}
	if !p.compiled.CompareAndSwap(nil, c) && c.err == nil {
		p.all.kept.Add(-int64(c.pattern.Size()))
	}
	return c
}

// maxKept bounds the sizes of the compiled patterns that a compiler keeps, together, in units
// of some 50 bytes: some 13 MB. Others are compiled for each string. Two hundred different
// ones of public crds take a tenth of it.
const maxKept = 1 << 18

// patterns shares the patterns of equal text.
type patterns struct {
	kept   atomic.Int64 // the sizes of all compiled patterns
	mu     sync.Mutex
	byText map[string]*lazyPattern
}

func (ps *patterns) get(text string) *lazyPattern {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byText[text]
	if p == nil {
		p = &lazyPattern{text: text, all: ps}
		if ps.byText == nil {
			ps.byText = make(map[string]*lazyPattern)
		}
		ps.byText[text] = p
	}
	return p
}

// reserve reports whether there is room for a pattern of a size, and takes it.
func (ps *patterns) reserve(size int) bool {
	if ps.kept.Add(int64(size)) <= maxKept {
		return true
	}
	ps.kept.Add(-int64(size))
	return false
}
