package cellib

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// attributes makes attributes as CEL does, so that a choice can be told from the
// others.
type attributes struct{ interpreter.AttributeFactory }

// ConditionalAttribute implements interpreter.AttributeFactory.
func (a attributes) ConditionalAttribute(id int64, condition interpreter.Interpretable, yes, no interpreter.Attribute) interpreter.Attribute {
	return &choice{a.AttributeFactory.ConditionalAttribute(id, condition, yes, no)}
}

// choice is an attribute that is one of two.
type choice struct{ interpreter.Attribute }

// AddQualifier implements interpreter.Attribute.
func (c *choice) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	_, err := c.Attribute.AddQualifier(q)
	return c, err
}

// attribute is a variable, or what a call gave, with qualifiers: fields, keys,
// indices. Each of them costs, too.
type attribute struct {
	interpreter.InterpretableAttribute
	kept
	cost uint64
}

// AddQualifier implements interpreter.InterpretableAttribute.
func (a *attribute) AddQualifier(q interpreter.Qualifier) (interpreter.Attribute, error) {
	if fixed, ok := q.(interpreter.ConstantQualifier); ok {
		q = &constantQualifier{fixed}
	} else {
		q = &qualifier{q}
	}
	_, err := a.InterpretableAttribute.AddQualifier(q)
	return a, err
}

// Exec implements interpreter.InterpretableV2.
func (a *attribute) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := a.InterpretableAttribute.Exec(frame)
	if m := evaluatorOf(frame); m != nil {
		m.charge(a.cost)
		a.keep(m, v)
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (a *attribute) Eval(vars interpreter.Activation) ref.Val {
	return a.Exec(interpreter.AsFrame(vars))
}

// qualifier is one that is computed.
type qualifier struct{ interpreter.Qualifier }

// Qualify implements interpreter.Qualifier.
func (q *qualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	v, err := q.Qualifier.Qualify(vars, obj)
	chargeQualifier(vars)
	return v, err
}

// QualifyIfPresent implements interpreter.Qualifier.
func (q *qualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	v, present, err := q.Qualifier.QualifyIfPresent(vars, obj, presenceOnly)
	if present || presenceOnly {
		chargeQualifier(vars)
	}
	return v, present, err
}

// constantQualifier is one that is known: a field, most of the time.
type constantQualifier struct{ interpreter.ConstantQualifier }

// Qualify implements interpreter.Qualifier.
func (q *constantQualifier) Qualify(vars interpreter.Activation, obj any) (any, error) {
	v, err := q.ConstantQualifier.Qualify(vars, obj)
	chargeQualifier(vars)
	return v, err
}

// QualifyIfPresent implements interpreter.Qualifier.
func (q *constantQualifier) QualifyIfPresent(vars interpreter.Activation, obj any, presenceOnly bool) (any, bool, error) {
	v, present, err := q.ConstantQualifier.QualifyIfPresent(vars, obj, presenceOnly)
	if present || presenceOnly {
		chargeQualifier(vars)
	}
	return v, present, err
}

func chargeQualifier(vars interpreter.Activation) {
	if m := evaluatorOf(vars); m != nil {
		m.charge(common.SelectAndIdentCost)
	}
}
