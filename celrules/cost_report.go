package celrules

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// CostReport lists the estimated costs of the expressions of a schema, in CEL cost units.
// The server compares them with its limits when a CRD is written.
type CostReport struct {
	// Expressions are the valid expressions in the order in which the server checks them:
	// inner values first. The list ends when its paths exceed 4 MiB.
	Expressions []ExpressionCost `json:"expressions"`
	// Omitted is the number of expressions beyond the end of the list.
	Omitted int `json:"omitted,omitempty"`
	// Total is the cost of all expressions, limited by [SchemaLimit].
	Total uint64 `json:"total"`

	bound errlist.Bound
}

// ExpressionCost is the estimated cost of one expression.
type ExpressionCost struct {
	// Path is the path of the expression in the schema:
	// `properties[spec].x-kubernetes-validations[0].rule`.
	Path structural.Path `json:"path"`
	// Source is its text.
	Source string `json:"source"`
	// Cost is the greatest cost of one evaluation.
	Cost uint64 `json:"cost"`
	// Times is the greatest number of evaluations for one object: the product of maxItems
	// and maxProperties around the expression or, if one is missing, the number of values
	// that fit into a request. It is 1 for a messageExpression.
	Times uint64 `json:"times"`
	// Unbounded is set if such a limit is missing.
	Unbounded bool `json:"unbounded,omitempty"`
	// Total is Cost × Times, limited by [ExpressionLimit].
	Total uint64 `json:"total"`
}

// Exceeds reports whether the expression is too expensive for a new schema.
func (e ExpressionCost) Exceeds() bool { return e.Total > ExpressionLimit }

// Share returns Total as a part of [ExpressionLimit]: 1 is the whole limit.
func (e ExpressionCost) Share() float64 { return float64(e.Total) / ExpressionLimit }

// Share returns Total as a part of [SchemaLimit]: 1 is the whole limit.
func (r CostReport) Share() float64 { return float64(r.Total) / SchemaLimit }

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
	r.estimates(w, nil, func(e ruleExpression) {
		out.Total = celcost.Add(out.Total, e.total)
		if !out.bound.Fits(e.pathBytes()) {
			out.Omitted = out.bound.Omitted()
			return
		}
		out.Expressions = append(out.Expressions, e.cost())
	})
	if err := w.Err(); err != nil {
		return CostReport{}, err
	}
	return out, nil
}

// ruleExpression is a valid expression of a rule with its estimate.
type ruleExpression struct {
	*visitedNode
	*estimate
	rule  int
	in    codes.RuleExpression
	count cardinality
}

// estimates calls visit for each valid expression, or for those of the schema of one expression,
// in the order of [CostReport].
func (r *Rules) estimates(w *work.Tracker, one structural.Path, visit func(ruleExpression)) {
	if r == nil || len(r.compiler.invalid) > 0 {
		return
	}
	walk := schemaWalk{compiler: r.compiler, types: celtype.NewBuilder(r.compiler.types), work: w}
	walk.visit = func(n *visitedNode) {
		if n.declType != nil && (one == nil || len(one) > len(n.path) && samePlace(one[:len(n.path)], n.path)) {
			r.compiler.estimates(w, n, visit)
		}
	}
	walk.run(r.schema, r.role, nil)
}

func (c *Compiler) estimates(w *work.Tracker, n *visitedNode, visit func(ruleExpression)) {
	for i, rule := range n.schema.Rules() {
		if !stepRule(w, &rule) {
			return
		}
		e := c.estimate(w, &rule, n.declType, n.count, storedUses)
		if e.condition != nil {
			visit(ruleExpression{n, e.condition, i, codes.Condition, n.count})
		}
		if e.message != nil {
			visit(ruleExpression{n, e.message, i, codes.MessageExpression, cardinality{1, true}})
		}
	}
}

// samePlace reports whether two paths lead to the same value of a schema as JSON, where a
// property may be a field or a key.
func samePlace(a, b structural.Path) bool {
	return slices.EqualFunc(a, b, func(a, b field.Step) bool {
		return a.Name() == b.Name() && a.Index() == b.Index()
	})
}

func (e *ruleExpression) pathBytes() int {
	const stepBytes = 16
	return (len(e.path) + 1) * stepBytes
}

func (e *ruleExpression) expressionPath() structural.Path {
	return e.path.Append(structural.Field(validations), structural.Index(e.rule), structural.Field(string(e.in)))
}

func (e *ruleExpression) cost() ExpressionCost {
	return ExpressionCost{
		Path:   e.expressionPath(),
		Source: e.expression.source.text, Cost: e.once, Times: e.times, Unbounded: !e.count.bounded, Total: e.total,
	}
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
