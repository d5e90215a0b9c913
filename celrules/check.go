package celrules

import (
	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/structural"
)

// CheckOption adjusts [Compiler.Check].
type CheckOption interface{ applyTo(*checker) }

type checkOptionFunc func(*checker)

func (f checkOptionFunc) applyTo(c *checker) { f(c) }

// Beside names what else is wrong with the schema: the errors that
// structural.CheckKeywords has, with [Form], about the same schema. The rules of
// a schema with such an error, and of all schemas around it, are not compiled.
func Beside(errs structural.Errors) CheckOption {
	return checkOptionFunc(func(c *checker) { c.dirty = owners(errs) })
}

// Replacing names the schemas of all versions that the definition had before.
// Expressions that they have anywhere are known to work on a server and may use
// all that it ships; what is new may use only what the version before knows,
// too. The schemas are looked at once, however often the option is used.
func Replacing(old ...*structural.Schema) CheckOption {
	var known expressions
	for _, s := range old {
		known.add(s)
	}
	return checkOptionFunc(func(c *checker) { c.known = append(c.known, known) })
}

// Unchanged says that the version's schema is the same as before: its single
// expressions may cost more than they may in a new one. All of them together
// may not.
func Unchanged() CheckOption {
	return checkOptionFunc(func(c *checker) { c.unchanged = true })
}

// Check tells what a server says about the rules of a schema when a definition
// is written: expressions that do not compile or give the wrong type, oldSelf
// where no old value can be found, optionalOldSelf without oldSelf, and costs
// beyond the limits. Errors are sorted and located in the schema.
//
// A server asks for that only if the schema is structural and its defaults are
// right. What is wrong with the form of rules is found by [Form] instead.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema.
func (c *Compiler) Check(s *structural.Schema, opts ...CheckOption) structural.Errors {
	k := checker{compiler: c}
	for _, o := range opts {
		o.applyTo(&k)
	}
	w := survey{compiler: c, typing: newTyping(c.shapes), visit: k.site}
	w.run(s, k.dirty)
	k.reportTotal()
	return k.sorted()
}

// Check is [Compiler.Check] with a compiler of its own.
func Check(s *structural.Schema, opts ...CheckOption) structural.Errors {
	return NewCompiler().Check(s, opts...)
}

// checker turns what a survey visits into errors.
type checker struct {
	report
	compiler  *Compiler
	dirty     *places
	known     []expressions
	unchanged bool
	total     total
}

// expressions are texts of rules and of messageExpressions.
type expressions struct{ rules, messages map[string]bool }

func (e *expressions) add(s *structural.Schema) {
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

// uses says how the expressions of a rule are judged.
func (k *checker) uses(rule *structural.Rule) (u uses) {
	for _, e := range k.known {
		if e.rules[rule.Rule] {
			u.condition = cellib.Stored
		}
		if e.messages[rule.MessageExpression] {
			u.message = cellib.Stored
		}
	}
	return u
}

func (k *checker) site(at *site) {
	if at.shape == nil {
		k.add(at.path, structural.Error{Kind: structural.Internal, Detail: at.wrong}, structural.Field(validations))
		return
	}
	for i, rule := range at.schema.Rules() {
		k.rule(at, i, rule)
	}
}

const validations = "x-kubernetes-validations"

func (k *checker) rule(at *site, i int, rule structural.Rule) {
	p := k.compiler.price(&rule, at.shape, at.times, k.uses(&rule))
	in := ruleReport{k, at, i, rule}
	in.expression("rule", &conditions, p.condition, p.conditionErr)
	in.expression("messageExpression", &messages, p.message, p.messageErr)
	switch {
	case p.usesOld && at.within >= 0:
		const text = "oldSelf cannot be used on the uncorrelatable portion of the schema within "
		in.say("rule", *field.Mentioning(structural.Error{Value: rule.Rule, Detail: text}, at.path[:at.within]))
	case !p.usesOld && rule.OptionalOldSelf != nil:
		in.say("optionalOldSelf", structural.Error{Value: *rule.OptionalOldSelf, Detail: "may not be set if oldSelf is not used in rule"})
	}
}

// ruleReport reports about one rule.
type ruleReport struct {
	*checker
	site  *site
	index int
	rule  structural.Rule
}

func (r *ruleReport) steps(field string) []structural.Step {
	return []structural.Step{structural.Field(validations), structural.Index(r.index), structural.Field(field)}
}

func (r *ruleReport) say(field string, e structural.Error) {
	e.Rule = r.index
	r.add(r.site.path, e, r.steps(field)...)
}

// expression reports about one expression, which has a cost or is wrong or is not
// there, and adds to the total.
func (r *ruleReport) expression(field string, what *purpose, cost *spent, wrong string) {
	if cost != nil {
		if !r.unchanged && cost.total > ExpressionLimit {
			r.say(field, structural.Error{Kind: structural.Forbidden, Detail: exceeds(what.costName, cost.total, ExpressionLimit)})
		}
		r.total.add(cost.total, func() structural.Path { return r.site.path.Append(r.steps(field)...) })
	}
	if wrong != "" {
		r.say(field, structural.Error{Value: r.rule, Detail: wrong})
	}
}

// reportTotal complains if all expressions together cost too much.
func (k *checker) reportTotal() {
	if k.total.cost <= SchemaLimit {
		return
	}
	for _, e := range k.total.most {
		const text = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"
		k.add(e.path, structural.Error{Kind: structural.Forbidden, Detail: text})
	}
	const name = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema"
	k.add(nil, structural.Error{Kind: structural.Forbidden, Detail: exceeds(name, k.total.cost, SchemaLimit)})
}
