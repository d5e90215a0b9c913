package generate

import (
	"context"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Shrink returns a small part of obj for which holds is true: fields and elements are removed
// as long as it stays true, the largest first, and strings are cut. holds must be true for
// obj and must not write to its argument. It is called at most 20,000 times; with a nil function
// nothing is removed. obj does not change.
//
// The error is the context's, and the result is then what was reached, or says that obj is not a
// JSON value (structural.NotJSONError).
func Shrink(ctx context.Context, obj map[string]any, holds func(map[string]any) bool) (map[string]any, error) {
	if _, err := structural.Normalize(obj); err != nil {
		return nil, err
	}
	s := shrinker{ctx: ctx, root: structural.Clone(obj), holds: holds, left: 20_000}
	for again := true; again && s.left > 0 && ctx.Err() == nil; {
		again = s.object(s.root, 0)
	}
	if ctx.Err() != nil {
		return s.root, context.Cause(ctx)
	}
	return s.root, nil
}

type shrinker struct {
	ctx   context.Context
	root  map[string]any
	holds func(map[string]any) bool
	left  int
}

func (s *shrinker) good() bool {
	s.left--
	return s.left > 0 && s.ctx.Err() == nil && s.holds != nil && s.holds(s.root)
}

// mostLevels bounds the depth at which values are shrunk.
const mostLevels = 1000

func (s *shrinker) object(m map[string]any, depth int) bool {
	changed := false
	for _, k := range slices.Sorted(maps.Keys(m)) {
		v := m[k]
		delete(m, k)
		if s.good() {
			changed = true
			continue
		}
		m[k] = v
		if s.value(v, func(w any) { m[k] = w }, depth+1) {
			changed = true
		}
	}
	return changed
}

// value shrinks a value that cannot be removed. set writes it.
func (s *shrinker) value(v any, set func(any), depth int) bool {
	if depth > mostLevels || s.left <= 0 {
		return false
	}
	switch v := v.(type) {
	case map[string]any:
		return s.object(v, depth)
	case []any:
		return s.list(v, set, depth)
	case string:
		return s.text(v, set)
	default:
		return false
	}
}

func (s *shrinker) list(l []any, set func(any), depth int) bool {
	changed := false
	for i := len(l) - 1; i >= 0; i-- {
		shorter := slices.Delete(slices.Clone(l), i, i+1)
		set(shorter)
		if s.good() {
			l, changed = shorter, true
			continue
		}
		set(l)
		if s.value(l[i], func(w any) { l[i] = w }, depth+1) {
			changed = true
		}
	}
	return changed
}

func (s *shrinker) text(v string, set func(any)) bool {
	changed := false
	for r := []rune(v); len(r) > 0; {
		set(string(r[:len(r)/2]))
		if !s.good() {
			set(string(r))
			break
		}
		r, changed = r[:len(r)/2], true
	}
	return changed
}
