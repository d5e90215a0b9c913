package validation

import (
	"sync"
	"sync/atomic"

	"github.com/seed95800270/crdschema/internal/pattern"
	"github.com/seed95800270/crdschema/internal/work"
)

// lazyPattern is a regular expression, compiled on first use: few patterns of a CRD are
// ever used, and some take megabytes.
type lazyPattern struct {
	text     string
	all      *patterns
	compiled atomic.Pointer[compiledPattern] // nil: not compiled, or too large to keep
}

type compiledPattern struct {
	pattern *pattern.Pattern
	err     error
}

// match reports false if w fails. err is about an invalid pattern.
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

// maxKept bounds the compiled patterns that a compiler keeps, in units of 50 bytes: about 13
// MB, ten times as much as two hundred patterns of public CRDs take.
const maxKept = 1 << 18

type patterns struct {
	kept   atomic.Int64
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

func (ps *patterns) reserve(size int) bool {
	if ps.kept.Add(int64(size)) <= maxKept {
		return true
	}
	ps.kept.Add(-int64(size))
	return false
}
