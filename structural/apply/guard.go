package apply

import (
	"slices"

	"sigs.k8s.io/structured-merge-diff/v4/value"

	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
)

// The merge library takes no context. It reads objects through an interface, so a large
// object is a guarded value that looks at the context of the call. When the call has to end,
// the guard panics with an interruption, and [interruptible] returns it as an
// error. The library allows that: its walkers reset what they share in deferred functions.
//
// The budget does not replace the guard. Without the guard, one call of the library takes the
// following CPU time after the context is done:
//
//	a set of 77,000 sorted strings, 1 MB         0.57 s
//	a keyed list of 33,000 elements, 1 MB        0.42 s
//	830 maps of 100 fields, 1 MB                 0.11 s
//	maps that are 9,000 levels deep, 54 kB       0.86 s
//
// With it, calls return within 20 ms.

// guardedSteps are the steps of checking an object from which it is guarded. Below, a call
// takes up to about 20 ms.
const guardedSteps = 1 << 15

// looksApart are the fields and elements between two looks at the context. The library
// may take 10 µs for each.
const looksApart = 64

type interruption struct{ work *work.Tracker }

// interruptible calls f, which uses the merge library. It returns the tracker's error if a guard
// interrupted f.
func interruptible(f func() (map[string]any, error)) (out map[string]any, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case interruption:
			out, err = nil, p.work.Err()
		default:
			panic(p)
		}
	}()
	return f()
}

type guard struct {
	work *work.Tracker
	read int
}

func (g *guard) value(v value.Value) value.Value {
	if v == nil || !v.IsMap() && !v.IsList() || isFew(v.Unstructured()) {
		return v
	}
	return guardedValue{v, g}
}

// Values with at most fewInside scalar children are not guarded.
const fewInside = 4

func isFew(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > fewInside {
			return false
		}
		for _, e := range v {
			if valuetext.IsNested(e) {
				return false
			}
		}
		return true
	case []any:
		return len(v) <= fewInside && !slices.ContainsFunc(v, valuetext.IsNested)
	}
	return false
}

func (g *guard) look() {
	if g.read++; g.read%looksApart == 0 && !g.work.Look() {
		panic(interruption{g.work})
	}
}

type guardedValue struct {
	value.Value
	guard *guard
}

func (v guardedValue) AsMap() value.Map { return guardedMap{v.Value.AsMap(), v.guard} }

func (v guardedValue) AsMapUsing(a value.Allocator) value.Map {
	return guardedMap{v.Value.AsMapUsing(a), v.guard}
}

func (v guardedValue) AsList() value.List { return guardedList{v.Value.AsList(), v.guard} }

func (v guardedValue) AsListUsing(a value.Allocator) value.List {
	return guardedList{v.Value.AsListUsing(a), v.guard}
}

type guardedMap struct {
	value.Map
	guard *guard
}

func (m guardedMap) Get(key string) (value.Value, bool) {
	return m.GetUsing(value.HeapAllocator, key)
}

func (m guardedMap) GetUsing(a value.Allocator, key string) (value.Value, bool) {
	v, found := m.Map.GetUsing(a, key)
	return m.guard.value(v), found
}

func (m guardedMap) Iterate(f func(key string, v value.Value) bool) bool {
	return m.IterateUsing(value.HeapAllocator, f)
}

func (m guardedMap) IterateUsing(a value.Allocator, f func(key string, v value.Value) bool) bool {
	return m.Map.IterateUsing(a, func(key string, v value.Value) bool {
		m.guard.look()
		return f(key, m.guard.value(v))
	})
}

func (m guardedMap) Zip(other value.Map, order value.MapTraverseOrder, f func(key string, v, w value.Value) bool) bool {
	return m.ZipUsing(value.HeapAllocator, other, order, f)
}

func (m guardedMap) ZipUsing(a value.Allocator, other value.Map, order value.MapTraverseOrder, f func(key string, v, w value.Value) bool) bool {
	return m.Map.ZipUsing(a, other, order, func(key string, v, w value.Value) bool {
		m.guard.look()
		return f(key, m.guard.value(v), w)
	})
}

type guardedList struct {
	value.List
	guard *guard
}

func (l guardedList) At(i int) value.Value { return l.AtUsing(value.HeapAllocator, i) }

func (l guardedList) AtUsing(a value.Allocator, i int) value.Value {
	l.guard.look()
	return l.guard.value(l.List.AtUsing(a, i))
}

func (l guardedList) Range() value.ListRange { return l.RangeUsing(value.HeapAllocator) }

func (l guardedList) RangeUsing(a value.Allocator) value.ListRange {
	return guardedRange{l.List.RangeUsing(a), l.guard}
}

type guardedRange struct {
	value.ListRange
	guard *guard
}

func (r guardedRange) Next() bool {
	r.guard.look()
	return r.ListRange.Next()
}

func (r guardedRange) Item() (int, value.Value) {
	i, v := r.ListRange.Item()
	return i, r.guard.value(v)
}
