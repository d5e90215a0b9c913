package parity

import (
	"iter"
	"maps"
	"slices"
	"time"
)

// Reducer is implemented by inputs that can be made smaller, so that a report
// shows the relevant part of an input. Objects (map[string]any) need not
// implement it.
type Reducer[T any] interface {
	// Smaller yields inputs like this one with a part removed.
	Smaller() iter.Seq[T]
}

// reduceFor limits the time to reduce one differing input.
const reduceFor = 3 * time.Second

// reduce returns a smaller input that fails in the same way, with its
// differences. It removes one part after the other as long as the first kind of
// difference stays.
func reduce[T any](input T, differs func(T) []difference, found []difference) (T, []difference) {
	deadline := time.Now().Add(reduceFor)
	kinds := failures(found)
	for again := len(kinds) > 0; again; {
		again = false
		for candidate := range smaller(input) {
			if time.Now().After(deadline) {
				return input, found
			}
			if diffs := differs(candidate); slices.Contains(failures(diffs), kinds[0]) {
				input, found, again = candidate, diffs, true
				break
			}
		}
	}
	return input, found
}

func smaller[T any](input T) iter.Seq[T] {
	switch v := any(input).(type) {
	case Reducer[T]:
		return v.Smaller()
	case map[string]any:
		return func(yield func(T) bool) {
			for m := range SmallerObjects(v) {
				if !yield(any(m).(T)) {
					return
				}
			}
		}
	}
	return func(func(T) bool) {}
}

// SmallerObjects yields copies of an object without one of the fields or list
// items in it, large ones first. It does not change the object.
func SmallerObjects(m map[string]any) iter.Seq[map[string]any] {
	return func(yield func(map[string]any) bool) {
		for v := range smallerValues(m) {
			if !yield(v.(map[string]any)) {
				return
			}
		}
	}
}

// smallerValues removes entries of v itself before entries below it.
func smallerValues(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		switch v := v.(type) {
		case map[string]any:
			smallerMaps(v, yield)
		case []any:
			smallerLists(v, yield)
		}
	}
}

func smallerMaps(m map[string]any, yield func(any) bool) {
	names := slices.Sorted(maps.Keys(m))
	for _, name := range names {
		without := maps.Clone(m)
		delete(without, name)
		if !yield(without) {
			return
		}
	}
	for _, name := range names {
		for e := range smallerValues(m[name]) {
			with := maps.Clone(m)
			with[name] = e
			if !yield(with) {
				return
			}
		}
	}
}

func smallerLists(l []any, yield func(any) bool) {
	for i := range l {
		if !yield(slices.Delete(slices.Clone(l), i, i+1)) {
			return
		}
	}
	for i := range l {
		for e := range smallerValues(l[i]) {
			with := slices.Clone(l)
			with[i] = e
			if !yield(with) {
				return
			}
		}
	}
}
