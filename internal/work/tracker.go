// Package work counts the work of calls that may take much longer than their input
// suggests, and ends a call when its context is done or its budget is spent.
//
// A public function makes a [Tracker] from its context with [Start]. It calls
// [Tracker.Step] at the head of each loop, with about the cost of one turn, and
// [Tracker.Make] before it makes values that are not in the input. When they return false,
// the walk unwinds, and the function returns [Tracker.Err] without any part of a verdict.
// A Tracker looks at the context and at the budget once in [interval] steps, so that the
// happy path costs a subtraction.
//
// A function that calls others gives them the context of [Share], so that all of them
// spend one budget. Code of the caller, such as a converter, must get the context of the
// caller, because a Tracker is not safe for concurrent use.
//
// A schema has a known depth, a Go value may contain itself, and nothing can recover from
// a stack overflow. A walk that recurses along a value alone calls [Tracker.Enter] before
// it looks into a map or list and [Tracker.Leave] after.
//
// A step is mostly 10 to 100 ns, and up to about 2 µs in large patterns and in parsing
// YAML.
package work

import (
	"context"

	"github.com/seed95800270/crdschema/structural/budget"
	"github.com/seed95800270/crdschema/structural/field"
)

// interval is the number of steps between two looks at the context: much less than 100 ms.
const interval = 1 << 12

// MaxLevels is the number of nested maps and lists that a walk enters. It is the limit of
// the server's decoder.
const MaxLevels = 10_000

// Tracker counts the work of one call, in one goroutine.
type Tracker struct {
	ctx    context.Context
	tick   int64 // steps until the context is looked at; negative after an error
	steps  int64 // left without tick
	values int64 // left
	level  int   // maps and lists that were entered and not left
	budget budget.Budget
	stage  string
	err    error
	where  field.Path // of err, the last step first
	shared shared     // what Share returns
}

// SetStage sets what the call does, for its error.
func (w *Tracker) SetStage(stage string) { w.stage = stage }

// Step counts n steps and reports whether to go on.
func (w *Tracker) Step(n int) bool {
	w.tick -= int64(n)
	return w.tick >= 0 || w.look()
}

// Spend counts n steps of one thing that nothing can interrupt. If it alone exceeds the
// whole budget, of names it in the error.
func (w *Tracker) Spend(n int, of string) bool {
	if w.err == nil && int64(n) > w.budget.Steps {
		return w.Fail(&budget.Error{What: "steps", Of: of, Limit: w.budget.Steps, Stage: w.stage})
	}
	return w.Step(n)
}

// Look looks at the context, for loops with long turns, and reports whether to go on.
func (w *Tracker) Look() bool {
	if w.err != nil {
		return false
	}
	if err := context.Cause(w.ctx); err != nil {
		return w.Fail(err)
	}
	return true
}

func (w *Tracker) look() bool {
	if !w.Look() {
		return false
	}
	w.steps += w.tick // what was spent beyond the last interval
	if w.steps < 0 {
		return w.Fail(&budget.Error{What: "steps", Limit: w.budget.Steps, Stage: w.stage})
	}
	w.tick = min(interval, w.steps)
	w.steps -= w.tick
	return true
}

// Make counts n made values, and as many steps, and reports whether to go on.
func (w *Tracker) Make(n int) bool {
	w.values -= int64(n)
	if w.values < 0 {
		return w.Fail(&budget.Error{What: "values made", Limit: w.budget.Values, Stage: w.stage})
	}
	return w.Step(n)
}

// Enter counts a map or list that a walk goes into, and reports whether to go on. If so,
// the walk calls [Tracker.Leave] when it is done with it.
func (w *Tracker) Enter() bool {
	w.level++
	return w.level <= MaxLevels || w.TooDeep()
}

// Leave undoes an Enter.
func (w *Tracker) Leave() { w.level-- }

// TooDeep ends the call because a value has more than [MaxLevels] levels, and returns
// false. The error omits the path, which is as long.
func (w *Tracker) TooDeep() bool {
	return w.Fail(&budget.Error{What: "levels of nesting", Limit: MaxLevels, Stage: w.stage, Path: field.Path{}})
}

// Fail ends the call with err unless it has ended already. It returns false.
func (w *Tracker) Fail(err error) bool {
	if w.err == nil {
		w.err, w.tick = err, -1
	}
	return false
}

// In adds a step to the path of the error, if there is one, while a walk unwinds.
func (w *Tracker) In(s field.Step) {
	if w.err != nil {
		w.where = append(w.where, s)
	}
}

// At sets the path of the error, if there is an error without one.
func (w *Tracker) At(path field.Path) {
	if e, ok := w.err.(*budget.Error); ok && e.Path == nil && len(w.where) == 0 {
		e.Path = path
	}
}

// Failed reports whether the call has to end. Unlike Step, it counts nothing.
func (w *Tracker) Failed() bool { return w.err != nil }

// Used returns how many steps were counted and how many values were made.
func (w *Tracker) Used() budget.Budget {
	return budget.Budget{Steps: w.budget.Steps - w.steps - max(w.tick, 0), Values: w.budget.Values - w.values}
}

// Left returns what is left of the budget.
func (w *Tracker) Left() budget.Budget {
	return budget.Budget{Steps: w.steps + max(w.tick, 0), Values: w.values}
}

// Half returns a context whose calls share another tracker, with half of what is left of the budget.
// An exceeded half is no error of w: the caller gives the other tracker to [Tracker.Add].
func (w *Tracker) Half() (context.Context, *Tracker) {
	left := w.Left()
	return Share(WithBudget(w.ctx, budget.Budget{Steps: max(1, left.Steps/2), Values: max(1, left.Values/2)}))
}

// Add counts what another tracker counted, and reports whether to go on.
func (w *Tracker) Add(other *Tracker) bool {
	used := other.Used()
	w.values -= min(used.Values, w.values)
	return w.Step(int(used.Steps))
}

// Err returns the error that ended the call, or nil: the cause of the context, or an
// [*budget.Error] with the path at which the budget was spent.
func (w *Tracker) Err() error {
	if e, ok := w.err.(*budget.Error); ok && e.Path == nil {
		for i := len(w.where) - 1; i >= 0; i-- {
			e.Path = append(e.Path, w.where[i])
		}
	}
	return w.err
}
