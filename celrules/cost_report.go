package celrules

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// CostReport lists the estimated costs of the expressions of a schema, in CEL cost units.
// The server compares them with its limits when a CRD is written.
type CostReport struct {
	// Expressions are the valid expressions in the order in which the server checks them:
	// inner values first. The list ends when its paths exceed 4 MiB.
	Expressions []ExpressionCost
	// Omitted is the number of expressions beyond the end of the list.
	Omitted int
	// Total is the cost of all expressions, limited by [SchemaLimit].
	Total uint64

	bound errlist.Bound
}

// ExpressionCost is the estimated cost of one expression.
type ExpressionCost struct {
	// Path is the path of the expression in the schema:
	// `properties[spec].x-kubernetes-validations[0].rule`.
	Path structural.Path
	// Source is its text.
	Source string
	// Cost is the greatest cost of one evaluation.
	Cost uint64
	// Times is the greatest number of evaluations for one object: the product of maxItems
	// and maxProperties around the expression or, if one is missing, the number of values
	// that fit into a request. It is 1 for a messageExpression.
	Times uint64
	// Unbounded is set if such a limit is missing.
	Unbounded bool
	// Total is Cost × Times, limited by [ExpressionLimit].
	Total uint64
}

// Exceeds reports whether the expression is too expensive for a new schema.
func (e ExpressionCost) Exceeds() bool { return e.Total > ExpressionLimit }

// Exceeds reports whether all expressions together are too expensive.
func (r CostReport) Exceeds() bool { return r.Total > SchemaLimit }

// Cost estimates the costs of all expressions. The error is about the context or the
// budget. Rules of a compiler with an unsupported Kubernetes version cost nothing.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// getExpressionCost.
func (r *Rules) Cost(ctx context.Context) (CostReport, error) {
	var out CostReport
	w := work.Start(ctx, "estimating the costs of rules")
	if r != nil && len(r.compiler.invalid) == 0 {
		walk := schemaWalk{compiler: r.compiler, types: celtype.NewBuilder(r.compiler.types), work: w}
		walk.visit = func(n *visitedNode) { out.node(r.compiler, n, w) }
		walk.run(r.schema, r.role, nil)
	}
	if err := w.Err(); err != nil {
		return CostReport{}, err
	}
	return out, nil
}

func (r *CostReport) node(c *Compiler, n *visitedNode, w *work.Tracker) {
	if n.declType == nil {
		return
	}
	for i, rule := range n.schema.Rules() {
		if !stepRule(w, &rule) {
			return
		}
		e := c.estimate(w, &rule, n.declType, n.count, storedUses)
		r.add(n.path, i, codes.Condition, ExpressionCost{Source: rule.Rule, Unbounded: !n.count.bounded}, e.condition)
		r.add(n.path, i, codes.MessageExpression, ExpressionCost{Source: rule.MessageExpression}, e.message)
	}
}

func (r *CostReport) add(path structural.Path, i int, in codes.RuleExpression, e ExpressionCost, cost *estimate) {
	if cost == nil {
		return
	}
	r.Total = celcost.Add(r.Total, cost.total)
	const stepBytes = 16
	if !r.bound.Fits((len(path) + 1) * stepBytes) {
		r.Omitted = r.bound.Omitted()
		return
	}
	e.Path = path.Append(structural.Field(validations), structural.Index(i), structural.Field(string(in)))
	e.Cost, e.Times, e.Total = cost.once, cost.times, cost.total
	r.Expressions = append(r.Expressions, e)
}

// String returns a table with one expression a line, and the total.
func (r CostReport) String() string {
	var b strings.Builder
	for _, e := range r.Expressions {
		fmt.Fprintf(&b, "%s: %s\n", e.Path, e)
	}
	if r.Omitted > 0 {
		fmt.Fprintf(&b, "%d more expressions\n", r.Omitted)
	}
	fmt.Fprintf(&b, "total %d of %d\n", r.Total, uint64(SchemaLimit))
	return b.String()
}

// String returns the calculation, `21 × 10 = 210`, with remarks about limits.
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
