package compat

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema/internal/celtree"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// item and entry are the steps to the elements of a list and to the values of a map.
const (
	item  = "\x00items"
	entry = "\x00values"
)

// pair is one node of both schemas. A nil schema specifies nothing.
type pair struct {
	old, upgraded *structural.Schema
	oldPath, path structural.Path // in the schemas
	steps         []string        // from an object to the values
	resource      bool            // apiVersion, kind and metadata belong to the server
}

// change is a difference of the schemas and what it may do.
type change struct {
	pair
	check    string
	keyword  structural.Path // below the node, in both schemas
	from, to any
	possible []Effect // that are not excluded; empty for a safe change
	reason   string   // why it is safe
	rule     *ruleChange
	required string // the field that is required now
	alters   bool   // values that rules and keywords of nodes above can see
	probes   []probe
}

// probe describes objects that may show the effects of a change.
type probe struct {
	about string
	// edit narrows the old schema of the node, so that every object has such a value.
	edit func(node map[string]any)
	// above makes values of the node above, so that this one may be absent.
	above bool
	// after changes the value in an object that the old schema accepts.
	after func(v any) any
}

// ruleChange is a rule of the new schema that does not follow from the old ones.
type ruleChange struct{ path structural.Path }

// walker collects the changes of two schemas.
type walker struct {
	ctx     context.Context
	stack   []pair // the nodes from the root to the current one
	changes []*change
	steps   int // left
	err     error
}

// mostChanges bounds the changes of one comparison, and mostPairs the nodes.
const (
	mostChanges = 5_000
	mostPairs   = 2_000_000
)

func (w *walker) add(c *change) {
	if len(c.possible) > 0 && c.alters && w.observed(c.pair) && !slices.Contains(c.possible, Refuses) {
		c.possible = append(c.possible, Refuses)
	}
	w.changes = append(w.changes, c)
}

// altered adds a change that nodes above can see, and may be refused by them even if it does
// nothing else.
func (w *walker) altered(c *change) {
	c.alters = true
	if len(c.possible) == 0 && w.observed(c.pair) {
		c.possible = []Effect{Refuses}
	}
	w.add(c)
}

// observed reports whether a node above p, or p itself, has a rule or a keyword whose result may
// depend on the value of p.
func (w *walker) observed(p pair) bool {
	for _, above := range w.stack {
		if len(above.steps) > len(p.steps) {
			break
		}
		rest := p.steps[len(above.steps):]
		if rulesObserve(above.upgraded, rest) || keywordsObserve(above.upgraded, rest) {
			return true
		}
	}
	return rulesObserve(p.upgraded, nil)
}

// rulesObserve reports whether a rule of s may read the value at steps below its own.
func rulesObserve(s *structural.Schema, steps []string) bool {
	if s.NumRules() == 0 {
		return false
	}
	return slices.ContainsFunc(s.Rules(), func(r structural.Rule) bool {
		tree, err := celtree.Parse(r.Rule, mostRule)
		return err != nil || len(steps) == 0 || reads(tree, steps[0])
	})
}

// reads reports whether an expression may use the field called name of self or oldSelf. A use of
// the whole value counts.
func reads(e *celtree.Expr, name string) bool {
	if e.Op == celtree.Ident {
		return e.Name == "self" || e.Name == "oldSelf"
	}
	if e.Op == celtree.Select && e.Args[0].Op == celtree.Ident && (e.Args[0].Name == "self" || e.Args[0].Name == "oldSelf") {
		return celtype.PropertyName(e.Name) == name
	}
	return slices.ContainsFunc(e.Args, func(a *celtree.Expr) bool { return reads(a, name) })
}

// keywordsObserve reports whether a keyword of s itself, not of its children, may depend on the
// value at steps.
func keywordsObserve(s *structural.Schema, steps []string) bool {
	if s == nil || len(steps) == 0 {
		return false
	}
	if s.Enum() != nil || s.UniqueItems() {
		return true
	}
	if t, _ := s.ListType(); t == "set" || t == "map" && len(steps) > 1 && slices.Contains(s.ListMapKeys(), steps[1]) {
		return true
	}
	if len(steps) == 1 && steps[0] != item {
		_, low := s.MinProperties()
		_, high := s.MaxProperties()
		if low || high || slices.Contains(s.Required(), steps[0]) {
			return true
		}
	}
	branches := slices.Concat(s.AllOf(), s.AnyOf(), s.OneOf())
	if s.Not() != nil {
		branches = append(branches, s.Not())
	}
	return slices.ContainsFunc(branches, func(b *structural.Schema) bool { return branchObserves(b, steps) })
}

func branchObserves(b *structural.Schema, steps []string) bool {
	if len(steps) == 0 || keywordsObserve(b, steps) {
		return true
	}
	switch steps[0] {
	case item:
		return b.Items() != nil && branchObserves(b.Items(), steps[1:])
	case entry:
		return b.AdditionalProperties() != nil
	default:
		return b.Property(steps[0]) != nil && branchObserves(b.Property(steps[0]), steps[1:])
	}
}

// caused reports whether an error of the new definition is about the change.
func (c *change) caused(e *structural.Error) bool {
	if c.rule != nil {
		return slices.Equal(e.RulePath, c.rule.path)
	}
	if len(e.RulePath) == 0 {
		steps := c.steps
		if c.required != "" {
			steps = append(slices.Clone(steps), c.required)
		}
		if matches(e.Path, steps) && (slices.Contains(codes.OfKeyword(c.check), e.Code) || c.alters) {
			return true
		}
		if c.check == "x-kubernetes-list-type" || c.check == "x-kubernetes-embedded-resource" || c.alters {
			if len(e.Path) >= len(steps) && matches(e.Path[:len(steps)], steps) {
				return true
			}
		}
	}
	return c.alters && (len(e.Path) <= len(c.steps) && matches(e.Path, c.steps[:len(e.Path)]) || len(e.RulePath) > 0 && c.below(e.RulePath))
}

// below reports whether the node is at or below the one with a rule.
func (c *change) below(rule structural.Path) bool {
	at := rule[:max(len(rule)-1, 0)]
	return len(at) <= len(c.path) && slices.Equal(c.path[:len(at)], at)
}

// matches reports whether a path in an object leads to steps.
func matches(path structural.Path, steps []string) bool {
	return slices.EqualFunc(path, steps, func(p field.Step, s string) bool {
		return s == entry && p.Kind() != field.IndexStep || s == item && p.Kind() == field.IndexStep || p.Kind() != field.IndexStep && p.Name() == s
	})
}

// touches reports whether a path of a difference is at the change, above or below it.
func (c *change) touches(path structural.Path) bool {
	n := min(len(path), len(c.steps))
	return matches(path[:n], c.steps[:n])
}
