package celrules

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/structural"
)

// Trial is a rule with the values to try it with.
type Trial struct {
	// Schema is the schema of self, without regard to its own rules. A schema inside another
	// one is its Property, Items or AdditionalProperties.
	Schema *structural.Schema
	// Root is structural.Resource if self is a whole object.
	Root structural.Root
	// Rule is the rule.
	Rule structural.Rule
	// Self is the value, other than null. Old is the value before an update, or nil.
	Self, Old any
}

// Outcome is what became of a rule. The rule passed if it has no errors and was not skipped.
type Outcome struct {
	// Errors is the error of the rule, or empty. Path is in Self.
	Errors structural.Errors `json:"errors,omitempty"`
	// Cost is the actual cost of the rule and its messageExpression.
	Cost int64 `json:"cost"`
	// Skipped is set if the rule uses oldSelf and there is no old value.
	Skipped bool `json:"skipped,omitempty"`
	// Values are the parts of the expression that decided that it is false; see
	// [Evaluation.Values].
	Values []PartValue `json:"values,omitempty"`
}

// String returns "passed", "skipped", or the error with the values.
func (o Outcome) String() string {
	switch {
	case o.Skipped:
		return "skipped"
	case len(o.Errors) == 0:
		return "passed"
	}
	texts := make([]string, len(o.Values))
	for i, v := range o.Values {
		texts[i] = v.String()
	}
	text := o.Errors[0].Error()
	if len(texts) > 0 {
		text += " (" + strings.Join(texts, ", ") + ")"
	}
	return text
}

// Try evaluates one rule for one value, without rules inside and around it. An expression that
// does not compile is an error, as when a CRD is served; [Compiler.Check] has the errors of a
// CRD that is written. Errors are never tolerated.
//
// The error is about the context, the budget, an option of the compiler, or a value that is not
// a JSON value.
func (c *Compiler) Try(ctx context.Context, in Trial) (Outcome, error) {
	self, err := structural.Normalize(in.Self)
	if err != nil {
		return Outcome{}, fmt.Errorf("self: %w", err)
	}
	old, err := structural.Normalize(in.Old)
	if err != nil {
		return Outcome{}, fmt.Errorf("oldSelf: %w", err)
	}
	var out Outcome
	input := Input{Object: self, Old: old, Tolerance: Strict, Observe: func(e Evaluation) {
		out.Skipped, out.Values = e.Skipped, e.Values()
	}}
	result, err := c.alone(in).Validate(ctx, input)
	if err != nil {
		return Outcome{}, err
	}
	out.Errors, out.Cost = result.Errors, result.Cost
	return out, nil
}

// alone returns the rules of a schema whose only rule is the one to try.
func (c *Compiler) alone(in Trial) *Rules {
	r := &Rules{compiler: c, schema: in.Schema, role: celtype.RoleOf(in.Schema, in.Root)}
	r.once.Do(func() {
		b := newTreeBuilder(c)
		key := nodeKey{rules: in.Schema, schema: in.Schema, declType: c.declType(b.types, in.Schema, r.role), role: r.role}
		r.tree = &ruleNode{nodeKey: key, extended: celtype.ExtendsResource(in.Schema, r.role), tried: []structural.Rule{in.Rule}}
	})
	return r
}
