package celrules

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// CheckOption configures [Compiler.Check].
type CheckOption interface{ apply(*ruleChecker) }

type checkOptionFunc func(*ruleChecker)

func (f checkOptionFunc) apply(c *ruleChecker) { f(c) }

// WithKeywordErrors passes the errors of structural.CheckKeywords with [CheckFields] for
// the same schema. The server does not compile the rules of a schema with an error in or
// below it.
func WithKeywordErrors(errs structural.Errors) CheckOption {
	return checkOptionFunc(func(c *ruleChecker) { c.invalid = schemasWith(errs) })
}

// WithOldSchemas passes the schemas of all versions of the CRD before an update. Their
// expressions count as stored.
func WithOldSchemas(old ...*structural.Schema) CheckOption {
	var known storedExpressions
	for _, s := range old {
		known.add(s)
	}
	return checkOptionFunc(func(c *ruleChecker) { c.stored = append(c.stored, known) })
}

// WithUnchangedSchema removes the limit on single expressions, as the server does if an
// update does not change the schema of the version. The limit on all expressions together
// remains.
func WithUnchangedSchema() CheckOption {
	return checkOptionFunc(func(c *ruleChecker) { c.unchanged = true })
}

// WithExpressionLimit sets the greatest estimated cost of one expression instead of
// [ExpressionLimit].
func WithExpressionLimit(units uint64) CheckOption {
	return checkOptionFunc(func(c *ruleChecker) { c.expressionLimit = units })
}

// WithSchemaLimit sets the greatest estimated cost of all expressions of the schema
// instead of [SchemaLimit].
func WithSchemaLimit(units uint64) CheckOption {
	return checkOptionFunc(func(c *ruleChecker) { c.cost.limit = units })
}

// Check returns the errors that a server reports about the rules of a schema when a CRD is
// written: expressions that do not compile or return the wrong type, oldSelf where values
// do not have an old value, optionalOldSelf without oldSelf, and costs beyond the limits.
// Errors come in the order of the server: those of inner nodes first, properties in byte order
// of their names, rules in their order.
//
// The server checks rules only if the schema is structural and its defaults are valid.
//
// The error is about the context, the budget, or an invalid option of the compiler.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema.
func (c *Compiler) Check(ctx context.Context, s *structural.Schema, root structural.Root, opts ...CheckOption) (structural.Errors, error) {
	if err := c.invalid.Err(); err != nil {
		return nil, err
	}
	w := work.Start(ctx, "checking rules")
	k := ruleChecker{compiler: c, work: w, expressionLimit: ExpressionLimit, cost: totalCost{limit: SchemaLimit}}
	for _, o := range opts {
		o.apply(&k)
	}
	walk := schemaWalk{compiler: c, types: celtype.NewBuilder(c.types), visit: k.node, work: w}
	walk.run(s, celtype.RoleOf(s, root), k.invalid)
	if err := w.Err(); err != nil {
		return nil, err
	}
	k.total()
	return k.errs.Errors(), nil
}

// Check checks a schema with a new compiler; see [Compiler.Check].
func Check(ctx context.Context, s *structural.Schema, root structural.Root, opts ...CheckOption) (structural.Errors, error) {
	return NewCompiler().Check(ctx, s, root, opts...)
}

type ruleChecker struct {
	compiler        *Compiler
	work            *work.Tracker
	invalid         *schemaSet
	stored          []storedExpressions
	unchanged       bool
	expressionLimit uint64
	cost            totalCost
	errs            errlist.List
}

type storedExpressions struct{ rules, messages map[string]bool }

func (e *storedExpressions) add(s *structural.Schema) {
	if e.rules == nil {
		e.rules, e.messages = map[string]bool{}, map[string]bool{}
	}
	for node := range s.Schemas() {
		for _, rule := range node.Rules() {
			e.rules[rule.Rule] = true
			e.messages[rule.MessageExpression] = true
		}
	}
}

func (k *ruleChecker) uses(rule *structural.Rule) (u uses) {
	for _, e := range k.stored {
		if e.rules[rule.Rule] {
			u.condition = cellib.Stored
		}
		if e.messages[rule.MessageExpression] {
			u.message = cellib.Stored
		}
	}
	return u
}

func (k *ruleChecker) node(n *visitedNode) {
	if n.declType == nil {
		k.errs.Add(n.path, &structural.Error{Path: structural.Path{structural.Field(validations)}, Kind: field.Internal,
			Code: codes.RuleSelfUntyped, Detail: n.nodeType.untypedDetail()})
		return
	}
	for i, rule := range n.schema.Rules() {
		if !stepRule(k.work, &rule) {
			return
		}
		k.rule(n, i, rule)
	}
}

const validations = "x-kubernetes-validations"

func (k *ruleChecker) rule(n *visitedNode, i int, rule structural.Rule) {
	estimate := k.compiler.estimate(k.work, &rule, n.declType, n.count, k.uses(&rule))
	r := ruleReporter{k, n, i, rule}
	if k.work.Failed() {
		k.work.At(n.path.Append(r.path(estimate.reached())...))
		return
	}
	r.expression(codes.Condition, estimate.condition, estimate.conditionErr)
	r.expression(codes.MessageExpression, estimate.message, estimate.messageErr)
	switch {
	case estimate.usesOld && n.uncorrelatable >= 0:
		e := r.add("rule", structural.Error{Code: codes.RuleOldSelfUncorrelatable, Value: rule.Rule, Detail: codes.RuleOldSelfUncorrelatableDetail})
		if e != nil {
			e.Mention(n.path[:n.uncorrelatable])
		}
	case !estimate.usesOld && rule.OptionalOldSelf != nil:
		r.add("optionalOldSelf", structural.Error{Code: codes.RuleOldSelfUnused, Value: *rule.OptionalOldSelf, Detail: codes.RuleOldSelfUnusedDetail})
	}
}

type ruleReporter struct {
	*ruleChecker
	node  *visitedNode
	index int
	rule  structural.Rule
}

func (r *ruleReporter) path(name string) structural.Path {
	return structural.Path{structural.Field(validations), structural.Index(r.index), structural.Field(name)}
}

func (r *ruleReporter) add(name string, e structural.Error) *structural.Error {
	e.Path, e.Rule = r.path(name), r.index
	return r.errs.Add(r.node.path, &e)
}

func (r *ruleReporter) expression(in codes.RuleExpression, cost *estimate, invalid *expressionError) {
	if cost != nil {
		if !r.unchanged && cost.total > r.expressionLimit {
			r.add(string(in), structural.Error{Kind: field.Forbidden, Code: codes.RuleCost,
				Detail: codes.RuleCostDetail(in, cost.total, r.expressionLimit)})
		}
		r.cost.add(cost.total, func() structural.Path { return r.node.path.Append(r.path(string(in))...) })
	}
	if invalid != nil {
		r.errs.Charge(len(r.rule.Rule) + len(r.rule.Message) + len(r.rule.MessageExpression))
		r.add(string(in), structural.Error{Code: invalid.code, Value: r.rule, Detail: invalid.detail})
	}
}

func (k *ruleChecker) total() {
	if k.cost.sum <= k.cost.limit {
		return
	}
	for _, c := range k.cost.highest {
		k.errs.Add(nil, &structural.Error{Path: c.path, Kind: field.Forbidden,
			Code: codes.RuleCostContribution, Detail: codes.RuleCostContributionDetail})
	}
	k.errs.Add(nil, &structural.Error{Kind: field.Forbidden,
		Code: codes.RuleCostTotal, Detail: codes.RuleCostTotalDetail(k.cost.sum, k.cost.limit)})
}
