package celrules

import (
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/structural"
)

// A Compiler compiles the rules of schemas. It keeps what schemas have in common
// for as long as it lives: expressions by their text, and the types of values.
// Definitions repeat each other a lot, so use one Compiler for many of them. It
// is safe for concurrent use; make one with [NewCompiler].
type Compiler struct {
	minor int

	// mu guards everything below and whatever hangs off it, the expressions of
	// compiled rules included. It is held for one expression at a time.
	mu       sync.Mutex
	shapes   *shapes
	dialects [2]*dialect // by use

	evaluations evaluations // safe without the lock
}

// Option adjusts a [Compiler].
type Option interface{ apply(*Compiler) }

type optionFunc func(*Compiler)

func (f optionFunc) apply(c *Compiler) { f(c) }

// KubernetesMinor asks for the functions and macros that rules may use in
// Kubernetes 1.minor, from 30 to 37, the default. Other numbers count as the
// nearest of these. Costs and texts are those of 1.37 in any case.
func KubernetesMinor(minor int) Option {
	return optionFunc(func(c *Compiler) { c.minor = min(max(minor, cellib.Oldest), cellib.Newest) })
}

// NewCompiler returns a compiler. It needs no options. The forms of types that it
// has met are kept for as long as it lives: where definitions change without end,
// begin with a new one now and then.
func NewCompiler(opts ...Option) *Compiler {
	c := &Compiler{minor: cellib.Newest, shapes: newShapes()}
	for _, o := range opts {
		o.apply(c)
	}
	return c
}

// typed gives a node its shape.
func (c *Compiler) typed(t *typing, s *structural.Schema, r role) *shape {
	c.mu.Lock()
	defer c.mu.Unlock()
	return t.shape(s, r)
}

// dialect is the language for one use.
func (c *Compiler) dialect(use cellib.Use) (*dialect, error) {
	if c.dialects[use] == nil {
		d, err := newDialect(&c.mu, c.minor, use)
		if err != nil {
			return nil, err
		}
		c.dialects[use] = d
	}
	return c.dialects[use], nil
}

// uses says what the expressions of a rule count as.
type uses struct{ condition, message cellib.Use }

// compiled is a rule for values of one shape. What is wrong with it is told in
// the server's words.
type compiled struct {
	condition    *expression // nil: blank, or wrong
	conditionErr string
	message      *expression // nil: none, or wrong
	messageErr   string
}

// usesOld tells whether the rule, not its message, looks at the old value.
func (c *compiled) usesOld() bool { return c.condition != nil && c.condition.old }

// programs makes the programs when they are first needed. wrong is why there is
// none for the rule, if there is none and the rule is not blank. A message
// without a program is as good as none.
func (c *compiled) programs() (condition, message *cellib.Program, wrong string) {
	if c.condition == nil {
		return nil, nil, c.conditionErr
	}
	condition, err := c.condition.plan()
	if err != nil {
		return nil, nil, conditions.notInstantiated(err)
	}
	if c.message != nil {
		message, _ = c.message.plan()
	}
	return condition, message, ""
}

// compile checks the expressions of a rule. A message is looked at only if the
// rule is right.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, compileRule.
func (c *Compiler) compile(rule *structural.Rule, self *shape, uses uses) (out compiled) {
	if strings.TrimSpace(rule.Rule) == "" {
		return out
	}
	old := plainOld
	if rule.OptionalOldSelf != nil && *rule.OptionalOldSelf {
		old = optionalOld
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	out.condition, out.conditionErr = c.expression(rule.Rule, self, old, uses.condition, conditions)
	if rule.MessageExpression != "" && out.condition != nil {
		out.message, out.messageErr = c.expression(rule.MessageExpression, self, old, uses.message, messages)
	}
	return out
}

// expression checks one expression. The caller holds the lock.
func (c *Compiler) expression(source string, self *shape, old oldSelf, use cellib.Use, want purpose) (e *expression, wrong string) {
	d, err := c.dialect(use)
	if err != nil {
		return nil, want.prefix + "compilation failed: " + err.Error()
	}
	e = d.text(source).check(self, old)
	switch {
	case e.issues != "":
		return nil, want.prefix + "compilation failed: " + e.issues
	case e.ast.OutputType() != want.output:
		return nil, want.wrongOutput
	}
	return e, ""
}
