package solve

import (
	"maps"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

const oldSelf = "oldSelf"

// mostSteps bounds the work of a call of [Edit], keepSteps the evaluation of one other rule.
const (
	mostSteps = 40_000
	keepSteps = 2_000
)

// attempts bounds the attempts of one call of [Edit].
const attempts = 8

// Rule is a rule for a value.
type Rule struct {
	// Expr is the rule.
	Expr *celtree.Expr
	// Self is the value.
	Self *Ref
	// Old is the value before, or nil. It is edited, too, unless it is frozen.
	Old *Ref
}

func (r Rule) scope(m *effort) scope {
	vars := map[string]*Ref{"self": r.Self}
	if r.Old != nil {
		vars[oldSelf] = r.Old
	}
	return scope{vars, m}
}

// holds returns whether the rule is true, or false for known if it cannot tell.
func (r Rule) holds(m *effort, steps int) (truth, known bool) {
	steps = min(steps, m.left)
	own := effort{steps, m.pattern}
	v, ok := r.scope(&own).eval(r.Expr)
	m.left -= steps - own.left
	truth, isBool := v.(bool)
	return truth, ok && isBool
}

// Is reports whether the rule is true, as far as this package can tell.
func (r Rule) Is(g *generate.Generator) bool {
	v, ok := r.holds(&effort{mostSteps, g.Pattern}, mostSteps)
	return ok && v
}

// Edit edits the objects of the rule so that it may become truth. Of several results, it prefers
// one for which the rules of keep are true.
func Edit(g *generate.Generator, r Rule, truth bool, keep []Rule) {
	states := snapshot(r)
	best, least := states, 1<<30
	m := &effort{mostSteps, g.Pattern}
	for i := range attempts {
		if i > 0 && g.Percent(50) {
			best.restore()
		} else if i > 0 && g.Percent(60) {
			states.restore()
		}
		s := solver{g, r.scope(m), 0}
		s.want(r.Expr, truth)
		score := r.score(g, m, truth, keep)
		if score == 0 {
			return
		}
		if score <= least {
			best, least = snapshot(r), score
		}
		if m.left < 0 {
			break
		}
	}
	best.restore()
}

// score returns 0 for what is wanted, and more the further the objects are from that.
func (r Rule) score(g *generate.Generator, m *effort, truth bool, keep []Rule) int {
	n := 0
	switch v, ok := r.holds(m, mostSteps); {
	case !ok:
		return 40
	case v != truth:
		return 80
	}
	for _, k := range keep {
		if v, ok := k.holds(m, keepSteps); ok && !v {
			n++
		}
	}
	if v, ok := r.Self.Get(); ok && r.Self.parent != nil && !g.Fits(r.Self.schema, v) {
		n++
	}
	return n
}

// state is a copy of the objects of a rule.
type state struct{ self, old *saved }

type saved struct {
	root  *Ref
	value any
}

func snapshot(r Rule) state { return state{save(r.Self), save(r.Old)} }

func save(p *Ref) *saved {
	if p == nil || p.top().frozen {
		return nil
	}
	return &saved{p.top(), structural.Clone(p.top().value)}
}

func (s state) restore() {
	s.self.restore()
	s.old.restore()
}

// restore keeps the map of an object: its owner has it, too.
func (s *saved) restore() {
	if s == nil {
		return
	}
	copied := structural.Clone(s.value)
	at, ok := s.root.value.(map[string]any)
	from, isMap := copied.(map[string]any)
	if !ok || !isMap {
		s.root.value = copied
		return
	}
	clear(at)
	maps.Copy(at, from)
}
