package jsonpath

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/work"
)

// slice ends at the first list without elements, as the server does.
func (e *evaluator) slice(in []any, s *slice) ([]any, error) {
	out := reusable(in)
	for _, v := range in {
		if IsNull(v) {
			continue
		}
		elements, ok := v.([]any)
		if !ok {
			return in, fmt.Errorf("%T is not array or slice", v)
		}
		start, stop := s.in(len(elements))
		if start == stop {
			return out, nil
		}
		if err := s.check(start, stop, len(elements)); err != nil {
			return in, err
		}
		for i := start; i < stop; i += s.stride(len(elements)) {
			if err := e.step(1); err != nil {
				return in, err
			}
			out = append(out, elements[i])
		}
	}
	return out, nil
}

// reusable returns an empty list for results, in place of a list of one value: that has
// been read by then.
func reusable(in []any) []any {
	if len(in) > 1 {
		return nil
	}
	return in[:0]
}

func (s *slice) in(length int) (start, stop int) {
	if start = s.start.value; start < 0 {
		start += length
	}
	stop = s.end.value
	if !s.end.known {
		stop = length
	}
	if stop < 0 || stop == 0 && s.end.single {
		stop += length
	}
	return start, stop
}

func (s *slice) check(start, stop, length int) error {
	switch {
	case start >= length || start < 0:
		return fmt.Errorf("array index out of bounds: index %d, length %d", start, length)
	case stop > length || stop < 0:
		return fmt.Errorf("array index out of bounds: index %d, length %d", stop-1, length)
	case start > stop:
		return fmt.Errorf("starting index %d is greater than ending index %d", start, stop)
	case s.step.known && s.step.value <= 0:
		return fmt.Errorf("step must be > 0")
	}
	return nil
}

func (s *slice) stride(length int) int {
	if !s.step.known {
		return 1
	}
	return min(s.step.value, length)
}

func (e *evaluator) wildcard(in []any) (out []any, err error) {
	for _, v := range in {
		if out, err = e.children(out, v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (e *evaluator) children(out []any, v any) ([]any, error) {
	switch v := v.(type) {
	case map[string]any:
		if err := e.step(len(v)); err != nil {
			return nil, err
		}
		for _, k := range sortedKeys(v) {
			out = append(out, v[k])
		}
	case []any:
		if err := e.step(len(v)); err != nil {
			return nil, err
		}
		out = append(out, v...)
	case string:
		if err := e.step(len(v)); err != nil {
			return nil, err
		}
		for i := range len(v) {
			out = append(out, v[i])
		}
	}
	return out, nil
}

// recursive appends every value with children, parents first. depth is the number of
// values around them.
func (e *evaluator) recursive(out, in []any, depth int) (_ []any, err error) {
	for _, v := range in {
		if out, err = e.descend(out, v, depth); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (e *evaluator) descend(out []any, v any, depth int) (_ []any, err error) {
	if err := e.step(1); err != nil {
		return nil, err
	}
	if depth > work.MaxLevels {
		return nil, e.tooDeep()
	}
	switch v := v.(type) {
	case string:
		if v != "" {
			out = append(out, v)
		}
	case []any:
		if len(v) > 0 {
			return e.recursive(append(out, v), v, depth+1)
		}
	case map[string]any:
		if len(v) == 0 {
			return out, nil
		}
		out = append(out, v)
		for _, k := range sortedKeys(v) {
			if out, err = e.descend(out, v[k], depth+1); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func sortedKeys(m map[string]any) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(keys)
	return keys
}
