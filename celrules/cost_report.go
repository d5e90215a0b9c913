package celrules

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/structural"
)

// CostReport says what the expressions of a schema cost at most, in units of
// CEL, before there is any object: what a server holds against its limits when
// a definition is written.
type CostReport struct {
	// Expressions are the expressions that compile, in the order in which a
	// server looks at them: what is inside of a value before the value.
	// Their places end at 32 MiB of text.
	Expressions []ExpressionCost
	// Left is how many expressions are not listed because of that.
	Left int
	// Total is the cost of all of them, to be held against [SchemaLimit].
	Total uint64

	text int // of all places, about
}

// ExpressionCost is what one expression costs.
type ExpressionCost struct {
	// Path is where the expression stands in the schema:
	// `properties[spec].x-kubernetes-validations[0].rule`.
	Path structural.Path
	// Source is the expression.
	Source string
	// Cost is what evaluating it once costs at most.
	Cost uint64
	// Times is how often it is evaluated for one object at most: the product of
	// maxItems and maxProperties around it or, if one of them is missing, as
	// many values as go into a request. It is 1 for a messageExpression.
	Times uint64
	// Unbounded tells that such a limit is missing.
	Unbounded bool
	// Total is Cost × Times, to be held against [ExpressionLimit].
	Total uint64
}

// Exceeds tells whether a new expression may not cost that much.
func (e ExpressionCost) Exceeds() bool { return e.Total > ExpressionLimit }

// Exceeds tells whether the expressions of a schema may not cost that much
// together.
func (r CostReport) Exceeds() bool { return r.Total > SchemaLimit }

// Cost estimates all expressions. It takes as long as checking the definition.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// getExpressionCost.
func (r *Rules) Cost() CostReport {
	var out CostReport
	if r == nil {
		return out
	}
	w := survey{compiler: r.compiler, typing: newTyping(r.compiler.shapes)}
	w.visit = func(at *site) { out.site(r.compiler, at) }
	w.run(r.schema, nil)
	return out
}

func (r *CostReport) site(c *Compiler, at *site) {
	if at.shape == nil {
		return
	}
	for i, rule := range at.schema.Rules() {
		p := c.price(&rule, at.shape, at.times, uses{cellib.Stored, cellib.Stored})
		r.add(at.path, i, "rule", ExpressionCost{Source: rule.Rule, Unbounded: !at.times.bounded}, p.condition)
		r.add(at.path, i, "messageExpression", ExpressionCost{Source: rule.MessageExpression}, p.message)
	}
}

// add takes an expression of rule i of the schema at a path.
func (r *CostReport) add(at structural.Path, i int, keyword string, e ExpressionCost, cost *spent) {
	if cost == nil {
		return
	}
	r.Total = add(r.Total, cost.total)
	const stepText = 16
	if r.text += (len(at) + 1) * stepText; r.text > maxReport {
		r.Left++
		return
	}
	e.Path = at.Append(structural.Field(validations), structural.Index(i), structural.Field(keyword))
	e.Cost, e.Times, e.Total = cost.once, cost.times, cost.total
	r.Expressions = append(r.Expressions, e)
}

// String is a table: an expression a line, and the total.
func (r CostReport) String() string {
	var b strings.Builder
	for _, e := range r.Expressions {
		fmt.Fprintf(&b, "%s: %s\n", e.Path, e)
	}
	if r.Left > 0 {
		fmt.Fprintf(&b, "%d more expressions\n", r.Left)
	}
	fmt.Fprintf(&b, "total %d of %d\n", r.Total, uint64(SchemaLimit))
	return b.String()
}

// String is the calculation: `21 × 10 = 210`, with what is wrong with it.
func (e ExpressionCost) String() string {
	text := fmt.Sprintf("%d × %d = %d", e.Cost, e.Times, e.Total)
	if e.Unbounded {
		text += ", as often as a request has room, for lack of maxItems or maxProperties"
	}
	if e.Exceeds() {
		text += fmt.Sprintf(", more than %d", uint64(ExpressionLimit))
	}
	return text
}
