package jsonpath

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/work"
)

const maxSteps = 1 << 20

var errSteps = errors.New("the evaluation takes too many steps")

type noValue struct{}

// evaluator evaluates a template once. Its methods take a list of values that they may
// overwrite. With an error they return as many values as the server: see
// [evaluator.exists].
type evaluator struct {
	nodes   []node
	missing Missing
	steps   int
	work    *work.Tracker // or nil

	ranges int // that the last node began
	ends   int // that the last node ended
	open   int // ranges that are being evaluated
	// lastEnd is the last node that ended a range, or -1.
	lastEnd int
}

// first returns the first set of [evaluator.find].
func (e *evaluator) first(start []any) ([]any, error) {
	v := start[0]
	if len(e.nodes) == 1 {
		results, err := e.eval(start, e.nodes[0])
		if err != nil || e.ranges == 0 {
			return results, err
		}
		return nil, nil // a range with nothing in it
	}
	sets, err := e.find(0, v)
	if err != nil || len(sets) == 0 {
		return nil, err
	}
	return sets[0], nil
}

// find evaluates the nodes from first on, up to the end of a range.
func (e *evaluator) find(first int, v any) (sets [][]any, err error) {
	if v == nil {
		v = noValue{}
	}
	for i := first; i < len(e.nodes); i++ {
		results, err := e.eval([]any{v}, e.nodes[i])
		if err != nil {
			return nil, err
		}
		if e.ends > 0 && e.ends <= e.open {
			e.ends--
			e.lastEnd = i
			break
		}
		if e.ranges == 0 {
			sets = append(sets, results)
			continue
		}
		repeated, err := e.repeat(i+1, results)
		if err != nil {
			return nil, err
		}
		sets = append(sets, repeated...)
		i = max(i, e.lastEnd)
	}
	return sets, nil
}

// repeat evaluates a range for each of values, or once without any to find its end.
func (e *evaluator) repeat(first int, values []any) (sets [][]any, err error) {
	e.ranges--
	e.open++
	for _, v := range values {
		more, err := e.find(first, v)
		if err != nil {
			return nil, err
		}
		sets = append(sets, more...)
	}
	if len(values) == 0 {
		if _, err := e.find(first, nil); err != nil {
			return nil, err
		}
	}
	e.open--
	return sets, nil
}

func (e *evaluator) step(n int) error {
	if e.steps -= n; e.steps < 0 {
		return errSteps
	}
	if e.work != nil && !e.work.Step(n) {
		return errSteps
	}
	return nil
}

func (e *evaluator) tooDeep() error {
	if e.work != nil {
		e.work.TooDeep()
	}
	return errSteps
}

func (e *evaluator) eval(in []any, n node) ([]any, error) {
	if err := e.step(1 + len(in)); err != nil {
		return nil, err
	}
	switch n := n.(type) {
	case text:
		return append(in[:0], n.value), nil
	case field:
		return e.field(in, string(n))
	case *slice:
		return e.slice(in, n)
	case *filter:
		return e.filter(in, n)
	case literal:
		for i := range in {
			in[i] = n.value
		}
		return in, nil
	case wildcard:
		return e.wildcard(in)
	case recursive:
		return e.recursive(nil, in, 0)
	case union:
		return e.union(in, n)
	case identifier:
		return e.identifier(in, string(n))
	default:
		return e.list(in, n.(*list))
	}
}

func (e *evaluator) list(in []any, l *list) (out []any, err error) {
	out = in
	for i, n := range l.nodes {
		if len(out) == 0 && i >= l.own {
			break
		}
		if out, err = e.eval(out, n); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (e *evaluator) union(in []any, u union) ([]any, error) {
	var out []any
	for _, l := range u {
		results, err := e.list(append([]any(nil), in...), l)
		if err != nil {
			return in, err
		}
		out = append(out, results...)
	}
	return out, nil
}

func (e *evaluator) identifier(in []any, word string) ([]any, error) {
	switch word {
	case "range":
		e.ranges++
		return in, nil
	case "end":
		if e.open == 0 {
			return nil, errors.New("not in range, nothing to end")
		}
		e.ends++
		return nil, nil
	}
	return in, fmt.Errorf("unrecognized identifier %v", word)
}

func (e *evaluator) field(in []any, name string) ([]any, error) {
	if len(in) == 0 {
		return nil, nil
	}
	out := in[:0]
	for _, v := range in {
		if m, ok := v.(map[string]any); ok {
			if child, found := m[name]; found {
				out = append(out, child)
			}
		}
	}
	if len(out) == 0 && e.missing == Refuse {
		return nil, fmt.Errorf("%s is not found", name)
	}
	return out, nil
}
