package celrules

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

const (
	// ExpressionLimit is the greatest estimated cost of one expression of a new schema
	// for all values of an object together, in cost units.
	ExpressionLimit = 10_000_000
	// SchemaLimit is the greatest estimated cost of all expressions of a schema.
	SchemaLimit = 100_000_000
)

type ruleEstimate struct {
	usesOld      bool
	condition    *estimate // nil: invalid
	conditionErr *expressionError
	message      *estimate // nil: absent or invalid
	messageErr   *expressionError
}

// estimate is the greatest cost of an expression: of one evaluation, and of all
// evaluations for one object. A messageExpression counts once.
type estimate struct {
	expression         *expression
	once, times, total uint64
}

// estimate checks a rule and estimates the cost of its programs. Making them can fail.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, compileRule.
func (c *Compiler) estimate(w *work.Tracker, rule *structural.Rule, self *celtype.DeclType, count cardinality, uses uses) ruleEstimate {
	checked := c.check(w, rule, self, uses)
	out := ruleEstimate{usesOld: checked.usesOld(), conditionErr: checked.conditionErr}
	if checked.condition == nil {
		return out
	}
	out.condition, out.conditionErr = checked.condition.estimate(self, count.limit(self), codes.Condition)
	if out.conditionErr != nil {
		return out
	}
	out.messageErr = checked.messageErr
	if checked.message != nil {
		out.message, out.messageErr = checked.message.estimate(self, 1, codes.MessageExpression)
	}
	return out
}

func (e *ruleEstimate) reached() string {
	if e.condition == nil {
		return "rule"
	}
	return "messageExpression"
}

func (e *expression) estimate(self *celtype.DeclType, times uint64, in codes.RuleExpression) (*estimate, *expressionError) {
	if _, err := e.plan(); err != nil {
		return nil, &expressionError{codes.RuleProgram, codes.RuleProgramDetail(in, err)}
	}
	once := e.maxCost(self.MaxSize)
	return &estimate{expression: e, once: once, times: times, total: celcost.Mul(once, times)}, nil
}

// cardinality is the greatest number of values of a node in one object. It is unbounded
// inside a list or map without a limit.
type cardinality struct {
	most    uint64
	bounded bool
}

// inside returns the cardinality of the nodes inside s if s has cardinality c. An object
// has one value of each property.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// extractMaxElements.
func (c cardinality) inside(s *structural.Schema) cardinality {
	keyword, limit, known := limitInside(s)
	switch {
	case keyword == "":
		return c
	case !c.bounded || !known:
		return cardinality{}
	}
	return cardinality{celcost.Mul(c.most, uint64(max(limit, 0))), true}
}

// limitInside returns the keyword that limits how many values the nodes inside s have, with
// its value, or "" if they have one.
func limitInside(s *structural.Schema) (keyword string, limit int64, declared bool) {
	switch {
	case s.Type() == structural.Array:
		limit, declared = s.MaxItems()
		return "maxItems", limit, declared
	case s.Type() == structural.Object && (s.AllowsAdditional() || s.DeniesAdditional()):
		limit, declared = s.MaxProperties()
		return "maxProperties", limit, declared
	}
	return "", 0, false
}

// limit returns the greatest number of values of a declared type: as many as fit into a
// request if c is unbounded.
func (c cardinality) limit(t *celtype.DeclType) uint64 {
	if c.bounded {
		return c.most
	}
	return t.MaxCardinality()
}

const (
	maxContributions = 4
	minContribution  = 100
)

// totalCost adds up the costs of expressions.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// TotalCost.
type totalCost struct {
	limit   uint64
	sum     uint64
	highest []contribution // in descending order
}

type contribution struct {
	path structural.Path
	cost uint64
}

func (t *totalCost) add(cost uint64, path func() structural.Path) {
	t.sum = celcost.Add(t.sum, cost)
	if cost < t.limit/minContribution {
		return
	}
	i := len(t.highest)
	for i > 0 && t.highest[i-1].cost < cost {
		i--
	}
	if i < maxContributions {
		t.highest = slices.Insert(t.highest, i, contribution{path(), cost})
		t.highest = t.highest[:min(len(t.highest), maxContributions)]
	}
}
