package cellib

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// meter makes the steps of a program count what they cost.
//
// CEL keeps the values of steps on a stack, from which a call takes its
// arguments to find its price, if all of them were computed. Here each argument
// has a slot, which is empty until then.
//
// Rule: github.com/google/cel-go/interpreter, CostObserver.
type meter struct {
	slots    int
	presence map[int64]bool
}

// measured is a step that counts.
type measured interface {
	interpreter.InterpretableV2
	// keepIn makes the step leave its value in a slot.
	keepIn(slot int)
}

// measure is asked for every step after those that it consists of.
func (m *meter) measure(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	switch s := step.(type) {
	case measured:
		return s, nil
	case interpreter.InterpretableAttribute:
		return &attribute{InterpretableAttribute: s, cost: m.attributeCost(s)}, nil
	case interpreter.InterpretableConst:
		return &constant{InterpretableConst: s}, nil
	case interpreter.InterpretableConstructor:
		return &plain{InterpretableV2: s, cost: constructorCost(s.Type())}, nil
	case interpreter.InterpretableCall:
		return m.call(s), nil
	default:
		return &plain{InterpretableV2: s}, nil
	}
}

// attributeCost is that of looking at a variable, less that of a presence test.
// A choice of two costs nothing, but what is tested for presence is reduced all
// the same.
func (m *meter) attributeCost(a interpreter.InterpretableAttribute) (cost uint64) {
	if _, chosen := a.Attr().(*choice); !chosen {
		cost = common.SelectAndIdentCost
	}
	if m.presence[a.ID()] {
		cost -= common.SelectAndIdentCost
	}
	return cost
}

func constructorCost(t ref.Type) uint64 {
	switch t {
	case types.ListType:
		return common.ListCreateBaseCost
	case types.MapType:
		return common.MapCreateBaseCost
	default:
		return common.StructCreateBaseCost
	}
}

func (m *meter) call(c interpreter.InterpretableCall) *call {
	args := c.Args()
	out := &call{InterpretableCall: c, from: m.slots, to: m.slots + len(args), price: priceOf(c.Function(), c.OverloadID())}
	m.slots = out.to
	for i, arg := range args {
		if a, ok := arg.(measured); ok {
			a.keepIn(out.from + i)
		}
	}
	return out
}

// kept is a value that a call wants to know, if any.
type kept struct{ slot int }

// keepIn counts slots from 1.
func (k *kept) keepIn(slot int) { k.slot = slot + 1 }

func (k *kept) keep(m *Evaluator, v ref.Val) {
	if k.slot > 0 {
		m.slots[k.slot-1] = v
	}
}

// plain is a step that costs the same every time.
type plain struct {
	interpreter.InterpretableV2
	kept
	cost uint64
}

// Exec implements interpreter.InterpretableV2.
func (p *plain) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := p.InterpretableV2.Exec(frame)
	if m := evaluatorOf(frame); m != nil {
		m.charge(p.cost)
		p.keep(m, v)
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (p *plain) Eval(vars interpreter.Activation) ref.Val { return p.Exec(interpreter.AsFrame(vars)) }

// constant is a value that is known.
type constant struct {
	interpreter.InterpretableConst
	kept
}

// Exec implements interpreter.InterpretableV2.
func (c *constant) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	v := c.Value()
	if c.slot > 0 {
		if m := evaluatorOf(frame); m != nil {
			c.keep(m, v)
		}
	}
	return v
}

// Eval implements interpreter.Interpretable.
func (c *constant) Eval(vars interpreter.Activation) ref.Val {
	return c.Exec(interpreter.AsFrame(vars))
}

// call is a step whose cost depends on values.
type call struct {
	interpreter.InterpretableCall
	kept
	from, to int // the slots of the arguments
	price    pricing
}

// Exec implements interpreter.InterpretableV2.
func (c *call) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	m := evaluatorOf(frame)
	if m == nil {
		return c.InterpretableCall.Exec(frame)
	}
	args := m.slots[c.from:c.to]
	clear(args)
	v := c.InterpretableCall.Exec(frame)
	if computed(args) {
		m.charge(c.price(args, v))
	}
	c.keep(m, v)
	return v
}

// Eval implements interpreter.Interpretable.
func (c *call) Eval(vars interpreter.Activation) ref.Val { return c.Exec(interpreter.AsFrame(vars)) }

func computed(args []ref.Val) bool {
	for _, arg := range args {
		if arg == nil {
			return false
		}
	}
	return true
}

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
