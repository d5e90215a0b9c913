package declare

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
)

type walk struct {
	*call
	change func(c *call, obj map[string]any) (map[string]any, error)
}

// value applies the change below a value, unless the path requires another type.
func (w walk) value(v any, below path) (any, error) {
	if !w.Step(1) {
		return nil, w.Err()
	}
	if len(below) == 0 {
		if obj, ok := v.(map[string]any); ok {
			return w.change(w.call, obj)
		}
		return v, nil
	}
	switch v := v.(type) {
	case map[string]any:
		if below[0].every {
			return w.everyValue(v, below)
		}
		return w.oneValue(v, below)
	case []any:
		if below[0].every {
			return w.everyItem(v, below)
		}
	}
	return v, nil
}

func (w walk) oneValue(m map[string]any, below path) (any, error) {
	old, found := m[below[0].name]
	if !found {
		return m, nil
	}
	changed, err := w.value(old, below[1:])
	if err != nil || same(old, changed) {
		return m, err
	}
	return w.set(m, below[0].name, changed), w.Err()
}

// everyValue returns the error of the first name. It does not sort the names.
func (w walk) everyValue(m map[string]any, below path) (any, error) {
	out := cow.OfMap(m)
	var first string
	var wrong error
	for name, old := range m {
		if wrong != nil && name > first {
			continue
		}
		changed, err := w.value(old, below[1:])
		if w.Failed() {
			return nil, w.Err()
		}
		if err != nil {
			first, wrong = name, err
		} else if !same(old, changed) {
			out.Set(name, changed)
		}
	}
	m, _ = out.Result()
	return m, wrong
}

func (w walk) everyItem(l []any, below path) (any, error) {
	out := cow.OfList(l)
	for i, old := range l {
		changed, err := w.value(old, below[1:])
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		if !same(old, changed) {
			out.Set(i, changed)
		}
	}
	l, _ = out.Result()
	return l, nil
}
