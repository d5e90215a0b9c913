package cellib

import (
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// alternatives makes or and orValue look at what is given for an absent value
// only if it is absent. They are no calls any more, and cost nothing.
//
// Rule: github.com/google/cel-go/cel, OptionalTypes.
func alternatives(step interpreter.InterpretableV2) (interpreter.InterpretableV2, error) {
	c, ok := step.(interpreter.InterpretableCall)
	if !ok || len(c.Args()) != 2 {
		return step, nil
	}
	present := map[string]struct {
		overload string
		value    func(*types.Optional) ref.Val
	}{
		"or":      {"optional_or_optional", func(o *types.Optional) ref.Val { return o }},
		"orValue": {"optional_orValue_value", (*types.Optional).GetValue},
	}
	kind, found := present[c.Function()]
	if !found || c.OverloadID() != "" && c.OverloadID() != kind.overload {
		return step, nil
	}
	return &alternative{id: c.ID(), optional: c.Args()[0], otherwise: c.Args()[1], value: kind.value}, nil
}

type alternative struct {
	id                  int64
	optional, otherwise interpreter.InterpretableV2
	value               func(*types.Optional) ref.Val
}

// ID implements interpreter.Interpretable.
func (a *alternative) ID() int64 { return a.id }

// Exec implements interpreter.InterpretableV2.
func (a *alternative) Exec(frame *interpreter.ExecutionFrame) ref.Val {
	switch v := a.optional.Exec(frame).(type) {
	case *types.Err:
		return v
	case *types.Unknown:
		return v
	case *types.Optional:
		if v.HasValue() {
			return a.value(v)
		}
		return a.otherwise.Exec(frame)
	default:
		return types.NoSuchOverloadErr()
	}
}

// Eval implements interpreter.Interpretable.
func (a *alternative) Eval(vars interpreter.Activation) ref.Val {
	return a.Exec(interpreter.AsFrame(vars))
}
