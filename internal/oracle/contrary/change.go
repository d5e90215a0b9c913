package contrary

import (
	"math/rand/v2"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
)

// Change returns a deep copy of an object with n changes: fields removed, added,
// null or of another type, list elements moved, repeated, removed and added in
// numbers, scalars changed a little.
func Change(r *rand.Rand, obj map[string]any, n int) map[string]any {
	out := runtime.DeepCopyJSON(obj)
	for range n {
		changeBelow(r, out)
	}
	return out
}

// changeBelow changes a value in a map, but not the map itself.
func changeBelow(r *rand.Rand, m map[string]any) {
	if len(m) == 0 {
		m[one(r, names...)] = sample(r)
		return
	}
	k := pick(r, m)
	m[k] = change(r, m[k])
}

// change changes a value in v and returns v. It may write to v.
func change(r *rand.Rand, v any) any {
	here := r.IntN(6) == 0
	switch v := v.(type) {
	case map[string]any:
		if here || len(v) == 0 {
			return changeMap(r, v)
		}
		changeBelow(r, v)
		return v
	case []any:
		if here || len(v) == 0 {
			return changeList(r, v)
		}
		i := r.IntN(len(v))
		v[i] = change(r, v[i])
		return v
	default:
		return changeScalar(r, v)
	}
}

func changeMap(r *rand.Rand, m map[string]any) any {
	switch n := r.IntN(8); {
	case n == 0:
		return sample(r)
	case n <= 2 || len(m) == 0:
		m[one(r, names...)] = sample(r)
	case n <= 5:
		delete(m, pick(r, m))
	case n == 6:
		m[pick(r, m)] = nil
	default:
		m[pick(r, m)] = sample(r)
	}
	return m
}

func changeList(r *rand.Rand, l []any) any {
	switch n := r.IntN(8); {
	case n == 0:
		return sample(r)
	case n == 1 || len(l) == 0:
		return append(l, sample(r))
	case n <= 3:
		r.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
	case n == 4:
		i := r.IntN(len(l))
		return slices.Delete(l, i, i+1)
	case n == 5:
		return append(l, runtime.DeepCopyJSONValue(one(r, l...)))
	case n == 6:
		slices.Reverse(l)
	default:
		for range 20 {
			l = append(l, runtime.DeepCopyJSONValue(l[0]))
		}
	}
	return l
}

func changeScalar(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case string:
		return one[any](r, v+"x", "!"+v, v[:len(v)/2], sample(r))
	case int64:
		return one[any](r, v+1, -v, float64(v), sample(r))
	case float64:
		return one[any](r, v+0.5, -v, sample(r))
	}
	return sample(r)
}
