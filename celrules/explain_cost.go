package celrules

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
)

// CostExplanation explains the estimated costs of the expressions of a schema.
type CostExplanation struct {
	// Expressions are the valid expressions in the order of [CostReport]. The list ends when
	// its texts exceed 4 MiB.
	Expressions []ExplainedCost `json:"expressions"`
	// Omitted is the number of expressions beyond the end of the list.
	Omitted int `json:"omitted,omitempty"`
	// Total is the cost of all expressions, limited by [SchemaLimit].
	Total uint64 `json:"total"`

	bound errlist.Bound
}

// Share returns Total as a part of [SchemaLimit]: 1 is the whole limit.
func (x CostExplanation) Share() float64 { return float64(x.Total) / SchemaLimit }

// ExplainedCost is the estimated cost of one expression, with its reasons.
type ExplainedCost struct {
	ExpressionCost
	// Part is the whole expression. Its Share is Cost.
	Part CostPart `json:"part"`
	// Around are the limits of the lists and maps around the expression, outermost first.
	// Times is their product or, if one of them is unbounded, the Size of that one. A
	// messageExpression has none.
	Around []SizeLimit `json:"around,omitempty"`
	// Sizes are the limits of the values that the expression reads, in the order in which the
	// estimate needs them, without those that do not change Cost.
	Sizes []SizeLimit `json:"sizes,omitempty"`
}

// Unlimited returns the limits of Around and Sizes that the schema should have, but has not.
func (x ExplainedCost) Unlimited() (out []SizeLimit) {
	for _, list := range [][]SizeLimit{x.Around, x.Sizes} {
		for _, l := range list {
			if l.Unbounded() {
				out = append(out, l)
			}
		}
	}
	return out
}

// CostPart is a part of an expression. Loops of macros and variables with their fields are
// not divided.
type CostPart struct {
	// Text is the part as CEL, with the server's spaces and quotes.
	Text string `json:"text"`
	// Line and Column are the position of its operator, or beginning, in the expression.
	// They count from 1.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Cost is the greatest cost of one evaluation of the part.
	Cost uint64 `json:"cost"`
	// Times is how many of its evaluations count in one evaluation of the expression: the
	// rounds of the loops around it, or 0 for the cheaper value of a conditional.
	Times uint64 `json:"times"`
	// Share is Cost × Times, the sum of Own and of the shares of Parts. Sums and products
	// stop at the greatest uint64.
	Share uint64 `json:"share"`
	// Own is the share of the operation itself, without its operands.
	Own   uint64     `json:"own"`
	Parts []CostPart `json:"parts,omitempty"`
}

// Greatest returns the part with the greatest Own, p or one inside it. Of equal ones it is the
// first.
func (p CostPart) Greatest() CostPart {
	out := p
	for _, inside := range p.Parts {
		if g := inside.Greatest(); g.Own > out.Own {
			out = g
		}
	}
	return out
}

// ExplainCost explains the costs of all expressions, the estimates of [Rules.Cost]: part by
// part, with the limits of the schema that decide them. The error is about the context or the
// budget.
func (r *Rules) ExplainCost(ctx context.Context) (CostExplanation, error) {
	var out CostExplanation
	w := work.Start(ctx, "explaining the costs of rules")
	r.estimates(w, nil, func(e ruleExpression) {
		out.Total = celcost.Add(out.Total, e.total)
		if out.bound.Full() {
			out.bound.Omit(1)
		} else {
			x := newCostModel(w, e, r.schema).explanation(bounds{})
			out.bound.Charge(e.pathBytes() + x.textBytes())
			out.Expressions = append(out.Expressions, x)
		}
	})
	if err := w.Err(); err != nil {
		return CostExplanation{}, err
	}
	out.Omitted = out.bound.Omitted()
	return out, nil
}

// explanation explains the cost with other limits than the schema has.
func (m *costModel) explanation(b bounds) ExplainedCost {
	cost := m.cost()
	cost.Cost, cost.Times = m.onceWith(b.size), m.timesWith(b)
	cost.Total = celcost.Mul(cost.Cost, cost.Times)
	out := ExplainedCost{ExpressionCost: cost, Part: m.expression.parts(m.work, m.sizesWith(b.size))}
	for _, l := range m.around {
		out.Around = append(out.Around, l.SizeLimit)
	}
	for _, l := range m.sizes {
		out.Sizes = append(out.Sizes, l.SizeLimit)
	}
	return out
}

func (x *ExplainedCost) textBytes() int {
	n := x.Part.textBytes()
	for _, l := range x.Sizes {
		n += len(l.Path) * 16
	}
	return n
}

func (p *CostPart) textBytes() int {
	n := len(p.Text) + 100
	for i := range p.Parts {
		n += p.Parts[i].textBytes()
	}
	return n
}

// String returns the calculation, the parts as a tree with their shares in percent, and the
// limits.
func (x ExplainedCost) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", x.Path, x.ExpressionCost)
	x.Part.write(&b, max(x.Cost, 1), 1)
	for _, l := range x.Around {
		fmt.Fprintf(&b, "around %s\n", l)
	}
	for _, l := range x.Sizes {
		fmt.Fprintf(&b, "reads %s\n", l)
	}
	return b.String()
}

func (p *CostPart) write(b *strings.Builder, all uint64, depth int) {
	fmt.Fprintf(b, "%*s%3.0f%% %s", 2*depth, "", 100*float64(p.Share)/float64(all), p.Text)
	switch {
	case p.Times != 1:
		fmt.Fprintf(b, "  (%d × %d = %d)\n", p.Cost, p.Times, p.Share)
	default:
		fmt.Fprintf(b, "  (%d)\n", p.Share)
	}
	for i := range p.Parts {
		p.Parts[i].write(b, all, depth+1)
	}
}

// String returns the explanations of all expressions, and the total.
func (x CostExplanation) String() string {
	var b strings.Builder
	for _, e := range x.Expressions {
		b.WriteString(e.String())
	}
	if x.Omitted > 0 {
		fmt.Fprintf(&b, "%d more expressions\n", x.Omitted)
	}
	fmt.Fprintf(&b, "total %d of %d\n", x.Total, uint64(SchemaLimit))
	return b.String()
}
