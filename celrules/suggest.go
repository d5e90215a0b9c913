package celrules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Fit says which expressions should fit which limits.
type Fit struct {
	// Expression is the path of one expression, as [ExpressionCost] has it, or nil for all
	// expressions of the schema.
	Expression structural.Path
	// ExpressionLimit is the greatest cost of an expression, or 0 for the constant.
	ExpressionLimit uint64
	// SchemaLimit is the greatest cost of all expressions together, or 0 for the constant.
	// It does not apply to one expression.
	SchemaLimit uint64
}

// Suggestion says how expressions fit their limits.
type Suggestion struct {
	// Before and After are the cost without and with Bounds.
	Before uint64 `json:"before"`
	After  uint64 `json:"after"`
	// Bounds are the keywords to set, in the order of their paths. They are nil if all
	// expressions fit already, or if no bounds help.
	Bounds []Bound `json:"bounds,omitempty"`
	// Blame is set if no bounds help: the most expensive part of Expression if all lists,
	// maps and texts are as small as they can be.
	Blame *CostPart `json:"blame,omitempty"`
	// Expression is the path of the expression of Blame.
	Expression structural.Path `json:"expression,omitempty"`
}

// Bound is a value for a keyword of a schema.
type Bound struct {
	// Path is the path of the schema: `properties[spec].properties[hosts]`.
	Path structural.Path `json:"path"`
	// Keyword is maxItems, maxProperties or maxLength.
	Keyword string `json:"keyword"`
	Value   int64  `json:"value"`
	// Declared is the greater value that the schema has, or nil without one.
	Declared *int64 `json:"declared,omitempty"`
	// Moved is set if allOf has the value, so that all objects obey it already.
	Moved bool `json:"moved,omitempty"`
}

// String returns the bound as text: `properties[hosts]: maxItems 30`.
func (b Bound) String() string { return fmt.Sprintf("%s: %s %d", b.Path, b.Keyword, b.Value) }

// Fits reports whether the expressions fit, with Bounds if there are any.
func (s Suggestion) Fits() bool { return s.Blame == nil }

// String returns the bounds and the costs, or the part that is to blame.
func (s Suggestion) String() string {
	if s.Blame != nil {
		return fmt.Sprintf("%d: no bounds help, %s costs %d", s.Before, s.Blame.Text, s.Blame.Own)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d → %d", s.Before, s.After)
	for _, bound := range s.Bounds {
		fmt.Fprintf(&b, "; %s", bound)
	}
	return b.String()
}

// SuggestBounds returns the bounds that make expressions fit the limits of a new schema. They
// were verified by estimating again.
//
//   - Limits in allOf come first: they become keywords of the schema itself, and no object is
//     lost. Bounds have these values at most.
//   - For one expression, no smaller number of other bounds fits. Of equally small sets, it is
//     the one that replaces the fewest declared limits, then the one whose smallest bound is
//     the largest.
//   - Bounds are as large as possible: none of them fits with one more, unless it is Moved.
//   - A bound is at least 1, and at least the minItems, minProperties or minLength beside it.
//
// The smallest set is not searched among more than 1,024 sets of schemas. Then, and for a whole
// schema, each bound is needed, but a smaller set may exist. Defaults and other values in the
// CRD may exceed the bounds.
//
// The error is about the context or the budget.
func (r *Rules) SuggestBounds(ctx context.Context, fit Fit) (Suggestion, error) {
	w := work.Start(ctx, "looking for bounds that fit")
	s := boundSearch{limit: cmp.Or(fit.ExpressionLimit, ExpressionLimit), sumLimit: cmp.Or(fit.SchemaLimit, SchemaLimit)}
	if fit.Expression != nil {
		s.sumLimit = s.limit
	}
	r.estimates(w, fit.Expression, func(e ruleExpression) {
		if fit.Expression == nil || samePlace(e.expressionPath(), fit.Expression) {
			s.models = append(s.models, newCostModel(w, e, r.schema))
		}
	})
	found, blame := s.search()
	out := Suggestion{Before: s.sum(bounds{}), After: s.sum(found)}
	if blame != nil {
		x := blame.explanation(blame.least())
		part := x.Part.Greatest()
		out = Suggestion{Before: out.Before, After: out.Before, Blame: &part, Expression: x.Path}
	} else {
		out.Bounds = s.bounds(found)
	}
	if err := w.Err(); err != nil {
		return Suggestion{}, err
	}
	return out, nil
}

// boundSearch looks for bounds for several expressions.
type boundSearch struct {
	models          []*costModel
	limit, sumLimit uint64
}

func (s *boundSearch) sum(b bounds) uint64 {
	sum := uint64(0)
	for _, m := range s.models {
		sum = celcost.Add(sum, m.total(b))
	}
	return sum
}

func (s *boundSearch) fits(b bounds) bool {
	sum := uint64(0)
	for _, m := range s.models {
		total := m.total(b)
		if sum = celcost.Add(sum, total); total > s.limit || sum > s.sumLimit {
			return false
		}
	}
	return true
}

// search returns bounds, or an expression that no bounds make fit.
func (s *boundSearch) search() (found bounds, blame *costModel) {
	found = bounds{}
	if s.fits(found) {
		return found, nil
	}
	if blame = s.lower(found, s.limit); blame == nil && !s.fits(found) {
		blame = s.lower(found, s.level(found))
	}
	if blame == nil && len(s.models) > 1 {
		s.relax(found)
	}
	return found, blame
}

// lower adds the bounds with which no expression costs more than limit, the most expensive
// expressions first.
func (s *boundSearch) lower(found bounds, limit uint64) *costModel {
	ordered := slices.Clone(s.models)
	slices.SortStableFunc(ordered, func(a, b *costModel) int { return cmp.Compare(b.estimate.total, a.estimate.total) })
	for _, m := range ordered {
		if m.total(found) <= limit {
			continue
		}
		more, ok := m.smallest(found, limit)
		if !ok {
			return m
		}
		for key, n := range more {
			found[key] = n
		}
	}
	return nil
}

// level returns the greatest cost of an expression with which all of them fit together.
func (s *boundSearch) level(b bounds) uint64 {
	totals := make([]uint64, len(s.models))
	for i, m := range s.models {
		totals[i] = m.total(b)
	}
	return largest(0, s.limit+1, func(level uint64) bool {
		sum := uint64(0)
		for _, total := range totals {
			sum = celcost.Add(sum, min(total, level))
		}
		return sum <= s.sumLimit
	})
}

// relax removes the bounds that are not needed any more and enlarges the others.
func (s *boundSearch) relax(found bounds) {
	for _, l := range s.limits(found) {
		n := found[l.key]
		delete(found, l.key)
		if !s.fits(found) {
			found[l.key] = n
		}
	}
	for _, l := range s.limits(found) {
		raise(l, found, l.ceiling(), s.fits)
	}
}

// limits returns the limits that have bounds, in the order of their paths.
func (s *boundSearch) limits(found bounds) (out []*limit) {
	seen := map[string]bool{}
	for _, m := range s.models {
		for _, l := range m.candidates() {
			if _, bounded := found[l.key]; bounded && !seen[l.key] {
				seen[l.key] = true
				out = append(out, l)
			}
		}
	}
	slices.SortFunc(out, func(a, b *limit) int { return a.Path.Compare(b.Path) })
	return out
}

func (s *boundSearch) bounds(found bounds) (out []Bound) {
	for _, l := range s.limits(found) {
		n := found[l.key]
		out = append(out, Bound{l.Path, l.Keyword, n, l.Declared, l.Hidden != nil && n == *l.Hidden})
	}
	return out
}

// largest returns the largest number from low to high-1 with a property that low has and high
// does not have.
func largest(low, high uint64, has func(uint64) bool) uint64 {
	for high-low > 1 {
		if mid := low + (high-low)/2; has(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
