package celrules

import (
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Compiler compiles the rules of schemas. It keeps expressions by their text, and declared
// types, for its lifetime: use one Compiler for many CRDs.
type Compiler struct {
	minor   int               // of the Kubernetes version
	invalid structural.Errors // of the options

	// mu guards the fields below and everything reachable from them, including the
	// expressions of compiled rules.
	mu           sync.Mutex
	types        *celtype.Interner
	environments [2]*environmentSet // by use

	evaluations evaluationPool // not guarded by mu
}

// Option configures a [Compiler].
type Option interface{ apply(*Compiler) }

type optionFunc func(*Compiler)

func (f optionFunc) apply(c *Compiler) { f(c) }

// WithKubernetesVersion selects the functions and macros of a Kubernetes minor version,
// from "1.30" to "1.37", the default. Costs and texts are the ones of 1.37. Any other
// version makes [Compiler.Check] and [Rules.Validate] return an error.
func WithKubernetesVersion(version string) Option {
	return optionFunc(func(c *Compiler) {
		minor, err := kubeversion.Minor(version)
		if err != nil {
			c.invalid = append(c.invalid, err)
			return
		}
		c.minor = minor
	})
}

// NewCompiler returns a compiler. A compiler never releases a declared type: a program
// whose CRDs change all the time should replace it now and then.
func NewCompiler(opts ...Option) *Compiler {
	c := &Compiler{minor: kubeversion.Newest, types: celtype.NewInterner()}
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

func (c *Compiler) declType(b *celtype.Builder, s *structural.Schema, r celtype.Role) *celtype.DeclType {
	c.mu.Lock()
	defer c.mu.Unlock()
	return b.DeclType(s, r)
}

// environmentSet needs the compiler's lock.
func (c *Compiler) environmentSet(use cellib.Use) (*environmentSet, error) {
	if c.environments[use] == nil {
		set, err := newEnvironmentSet(&c.mu, c.minor, use)
		if err != nil {
			return nil, err
		}
		c.environments[use] = set
	}
	return c.environments[use], nil
}

type uses struct{ condition, message cellib.Use }

var storedUses = uses{condition: cellib.Stored, message: cellib.Stored}

type checkedRule struct {
	condition    *expression      // nil: blank or invalid
	conditionErr *expressionError // nil: blank or valid
	message      *expression      // nil: absent or invalid
	messageErr   *expressionError
}

type expressionError struct {
	code   codes.Code
	detail string
}

func (r *checkedRule) usesOld() bool { return r.condition != nil && r.condition.usesOld }

func (r *checkedRule) plan() {
	if r.condition == nil {
		return
	}
	if _, err := r.condition.plan(); err == nil && r.message != nil {
		_, _ = r.message.plan()
	}
}

// check checks the expressions of a rule, without the messageExpression of an invalid
// rule. The result is not valid if the call has to end.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, compileRule.
func (c *Compiler) check(w *work.Tracker, rule *structural.Rule, self *celtype.DeclType, uses uses) (out checkedRule) {
	if strings.TrimSpace(rule.Rule) == "" {
		return out
	}
	old := requiredOldSelf
	if rule.OptionalOldSelf != nil && *rule.OptionalOldSelf {
		old = optionalOldSelf
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	out.condition, out.conditionErr = c.expression(w, rule.Rule, self, old, uses.condition, codes.Condition)
	if rule.MessageExpression != "" && out.condition != nil {
		out.message, out.messageErr = c.expression(w, rule.MessageExpression, self, old, uses.message, codes.MessageExpression)
	}
	return out
}

// expression needs the compiler's lock.
func (c *Compiler) expression(
	w *work.Tracker, text string, self *celtype.DeclType, old oldSelfType, use cellib.Use, in codes.RuleExpression,
) (*expression, *expressionError) {
	set, err := c.environmentSet(use)
	if err != nil {
		return nil, &expressionError{codes.RuleCompile, codes.RuleCompileDetail(in, err.Error())}
	}
	e := set.source(w, text).check(w, self, old)
	switch {
	case e == nil:
		return nil, nil
	case e.undefined:
		return nil, &expressionError{codes.RuleUndefinedField, codes.RuleCompileDetail(in, e.issues)}
	case e.issues != "":
		return nil, &expressionError{codes.RuleCompile, codes.RuleCompileDetail(in, e.issues)}
	case e.ast.OutputType() != resultTypes[in]:
		return nil, &expressionError{codes.RuleResultType, codes.RuleResultTypeDetail(in)}
	}
	return e, nil
}
