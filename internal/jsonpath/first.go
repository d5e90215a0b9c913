package jsonpath

import (
	"github.com/seed95800270/crdschema/internal/work"
)

// None is the result of a path without a value.
type None struct{}

// Evaluator evaluates paths on several objects, and reuses its memory. Its zero value is
// ready to use, by one goroutine.
type Evaluator struct {
	// Work counts the steps, or is nil. Once it has failed, there are no values.
	Work *work.Tracker

	start [1]any
	left  []any
}

// FirstOfEach sets each of values to the [Template.First] of one of objs, or to [None].
func (e *Evaluator) FirstOfEach(values []any, p *Template, objs []map[string]any) {
	for i, obj := range objs {
		values[i] = obj
	}
	switch {
	case p.names != nil:
		atEach(values, p.names)
	case p.filtered != nil:
		e.firstFiltered(values, p, objs)
	default:
		for i, obj := range values {
			values[i] = e.first(p, obj)
		}
	}
}

func (e *Evaluator) first(p *Template, obj any) any {
	e.start[0] = obj
	run := evaluator{nodes: p.nodes, missing: Allow, steps: maxSteps, lastEnd: -1, work: e.Work}
	first, err := run.first(e.start[:])
	if err != nil || len(first) == 0 || first[0] == any(noValue{}) {
		return None{}
	}
	return first[0]
}

func at(v any, names []string) (any, bool) {
	for _, name := range names {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = m[name]; !ok {
			return nil, false
		}
	}
	return v, true
}

// atEach looks up one field of all values before the next: independent lookups wait for
// memory at the same time.
func atEach(values []any, names []string) {
	for _, name := range names {
		left := false
		for i, v := range values {
			values[i] = None{}
			if m, ok := v.(map[string]any); ok {
				if child, found := m[name]; found {
					values[i], left = child, true
				}
			}
		}
		if !left {
			return
		}
	}
}
