package celrules

import "github.com/seed95800270/crdschema/structural"

// priced is a rule that was compiled to see what it costs and what is wrong
// with it.
type priced struct {
	usesOld      bool
	condition    *spent // nil if it is wrong
	conditionErr string
	message      *spent // nil if there is none or it is wrong
	messageErr   string
}

// spent is what an expression costs at most: once, and for all values of one
// object. A message is made once.
type spent struct{ once, times, total uint64 }

// price compiles a rule down to its programs, which can fail, and estimates.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, compileRule.
func (c *Compiler) price(rule *structural.Rule, self *shape, times cardinality, uses uses) priced {
	in := c.compile(rule, self, uses)
	out := priced{usesOld: in.usesOld(), conditionErr: in.conditionErr}
	if in.condition == nil {
		return out
	}
	if out.condition, out.conditionErr = in.condition.price(self, times.of(self), &conditions); out.conditionErr != "" {
		return out
	}
	out.messageErr = in.messageErr
	if in.message != nil {
		out.message, out.messageErr = in.message.price(self, 1, &messages)
	}
	return out
}

func (e *expression) price(self *shape, times uint64, what *purpose) (*spent, string) {
	if _, err := e.plan(); err != nil {
		return nil, what.notInstantiated(err)
	}
	once, err := e.estimate(self)
	if err != nil {
		return nil, what.notEstimated(err)
	}
	return &spent{once: once, times: times, total: multiply(once, times)}, ""
}
