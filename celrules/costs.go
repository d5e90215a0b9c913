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
	Expressions []ExpressionCost
	// Total is the cost of all of them, to be held against [SchemaLimit].
	Total uint64
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
		path := at.path.Append(structural.Field(validations), structural.Index(i))
		r.add(path.Append(structural.Field("rule")), rule.Rule, p.condition, !at.times.bounded)
		r.add(path.Append(structural.Field("messageExpression")), rule.MessageExpression, p.message, false)
	}
}

func (r *CostReport) add(path structural.Path, source string, cost *spent, unbounded bool) {
	if cost == nil {
		return
	}
	r.Total = add(r.Total, cost.total)
	r.Expressions = append(r.Expressions, ExpressionCost{
		Path: path, Source: source, Cost: cost.once, Times: cost.times, Unbounded: unbounded, Total: cost.total,
	})
}

// String is a table: an expression a line, and the total.
func (r CostReport) String() string {
	var b strings.Builder
	for _, e := range r.Expressions {
		fmt.Fprintf(&b, "%s: %s\n", e.Path, e)
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
