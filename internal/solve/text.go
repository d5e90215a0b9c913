package solve

import (
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtree"
)

func (s solver) wantText(e *celtree.Expr, truth bool) {
	if len(e.Args) != 2 {
		return
	}
	s.create(e.Args[0])
	a, _ := s.eval(e.Args[0])
	b, _ := s.eval(e.Args[1])
	now, _ := a.(string)
	arg, ok := b.(string)
	switch {
	case !ok:
		s.redraft(e.Args[0])
	case !truth, s.Percent(30):
		s.try(e, truth) // for a string that suits other rules
	case e.Name == "startsWith":
		s.assign(e.Args[0], arg+[]string{now, "", "a"}[s.Below(3)])
	case e.Name == "endsWith":
		s.assign(e.Args[0], []string{now, "", "a"}[s.Below(3)]+arg)
	case e.Name == "contains":
		s.assign(e.Args[0], []string{now, "", "a"}[s.Below(3)]+arg+[]string{"", "a"}[s.Below(2)])
	default:
		if text, ok := s.textFor(e.Args[0], arg); ok {
			s.assign(e.Args[0], text)
		}
	}
}

// textFor returns a string for a pattern that has a length which the schema allows.
func (s solver) textFor(e *celtree.Expr, pattern string) (string, bool) {
	lo, hi := 0, 1<<12
	if p := s.ref(e); p != nil {
		lo, hi = int(within(p.schema, 0)), int(within(p.schema, 1<<12))
	}
	if text, ok := s.Text(pattern, lo, hi); ok {
		return text, true
	}
	return s.Text(pattern, 0, 1<<12)
}

// literals are strings that are tried where nothing else is known.
var literals = []string{
	"", "a", "x", "A", "TRUE", "0", "1", "-1", "443", "99999", "!", " ", "-", "_", "/", ".", "a b", "a.b", "a/b", "*.a", "*",
	"1h", "1s", "0s", "-1s", "1500us", "1500ms", "100000h", "100m", "1Gi", "-1Gi", "1 Gi", "1.2.3", "1.2", "2024-02-29T12:00:00Z",
	"10.0.0.1", "0.0.0.0", "127.0.0.1", "169.254.1.1", "224.0.0.1", "::1", "::", "2001:db8::1", "fe80::1", "10.0.0.256",
	"10.0.0.0/8", "10.1.2.3/8", "169.254.0.0/16", "0.0.0.0/0", "2001:db8::/32", "2001:db8::1/127", "fe80::/10", "10.0.0.0/64",
	"https://example.com", "https://example.com/", "https://example.com/x", "https://example.com:8443", "http://example.com", "http://a.b:80",
	"https://example.com/x?a=b", "https://example.com/x#a", "https://u:p@example.com/", "https://", "https:///x", "ftp://example.com", "unix:///run/x", "a b://",
	"7c9e6679-7425-40de-944b-e07fc1f90ae7",
}

// try writes values until e is truth: drafts, strings of the rule and their variants, literals.
func (s solver) try(e *celtree.Expr, truth bool) {
	if s.depth > 60 || s.left < 0 {
		return
	}
	p := s.anyRef(e)
	if p == nil {
		return
	}
	before, had := p.Get()
	pool := s.drafts(p.schema, 6)
	text, _ := before.(string)
	if _, isText := before.(string); isText || p.schema["type"] == "string" || p.schema["x-kubernetes-int-or-string"] == true || p.key {
		pool = append(pool, s.texts(e, text)...)
	}
	fitting, any := -1, -1
	for range min(len(pool), 40) {
		if s.left < 0 {
			break
		}
		i := s.Below(len(pool))
		p.Set(s.Generator, pool[i])
		if !s.is(e, truth) {
			continue
		}
		if any = i; s.Fits(p.schema, pool[i]) {
			fitting = i
			break
		}
	}
	switch {
	case fitting >= 0:
	case any >= 0:
		p.Set(s.Generator, pool[any])
	case had && s.Percent(50):
		p.Set(s.Generator, before)
	}
}

// texts returns strings that may matter for an expression.
func (s solver) texts(e *celtree.Expr, now string) []any {
	out := texts(literals)
	add := func(list ...string) { out = append(out, texts(list)...) }
	variants := func(t string) {
		add(t, t+"!", "!"+t, t+"a", "a"+t, t+"/", t+".", "."+t, t+"-", strings.ToUpper(t), strings.ToLower(t), " "+t, t+t)
		if len(t) > 1 && len(t) < 200 {
			add(t[1:], t[:len(t)-1], t[:len(t)/2]+"!"+t[len(t)/2:], strings.ToUpper(t[:1])+t[1:], strings.Repeat(t, 2+s.Below(40)))
		}
	}
	variants(now)
	e.Walk(func(x *celtree.Expr) {
		if t, ok := x.Value.(string); ok && x.Op == celtree.Literal && len(out) < 500 {
			variants(t)
			variants(now + t)
			if r, ok := s.Text(t, 0, 1<<12); ok { // it may be a pattern
				variants(r)
			}
		}
	})
	return out
}

// anyRef returns a reference to a value that an expression names, not one that is computed.
func (s solver) anyRef(e *celtree.Expr) *Ref {
	var refs []*Ref
	e.Walk(func(x *celtree.Expr) {
		if p := s.ref(x); p != nil && p.view == nil && (p.parent != nil || len(refs) == 0 && p.view == nil) && !p.top().frozen {
			refs = append(refs, p)
		}
	})
	leaves := slices.DeleteFunc(slices.Clone(refs), func(p *Ref) bool { return p.parent == nil || holds(p) })
	if len(leaves) > 0 && s.Percent(90) {
		refs = leaves
	}
	if len(refs) == 0 {
		return nil
	}
	p := refs[s.Below(len(refs))]
	if p.parent == nil && holds(p) {
		return nil
	}
	return p
}

// holds reports whether a value has others in it.
func holds(p *Ref) bool {
	v, _ := p.Get()
	switch v.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// redraft changes a value that an expression names.
func (s solver) redraft(e *celtree.Expr) {
	p := s.anyRef(e)
	if p == nil {
		return
	}
	if typ, _ := p.schema["type"].(string); typ == "string" && s.Percent(60) {
		p.Set(s.Generator, literals[s.Below(len(literals))])
		return
	}
	p.Redraft(s.Generator)
}
