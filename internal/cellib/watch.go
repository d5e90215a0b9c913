package cellib

import (
	"fmt"

	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	"github.com/seed95800270/crdschema/internal/celcost"
)

// CEL's functions and comparisons read lists and maps in loops that cannot be interrupted,
// and cost only the outer elements: comparing a list that contains the same list twice,
// forty levels deep, practically never ends and costs 1. They get watched arguments: views
// whose readers count steps.

// selfCounting is a value that counts the steps of reading it, such as package
// celvalue's.
type selfCounting interface{ CountsSteps() }

func (e *Evaluator) watched(v ref.Val, perByte bool) ref.Val {
	switch v := v.(type) {
	case types.String, types.Bool, types.Int, types.Double, selfCounting, *watchedList, *watchedMap:
		return v
	case *types.Optional:
		if v.HasValue() {
			return types.OptionalOf(e.watched(v.GetValue(), perByte))
		}
		return v
	case traits.Lister:
		return &watchedList{v, watcher{e, perByte}}
	case traits.Mapper:
		return &watchedMap{v, watcher{e, perByte}}
	}
	return v
}

func behind(v ref.Val) ref.Val {
	switch v := v.(type) {
	case celcost.View:
		return v.Viewed()
	case *types.Optional:
		if v.HasValue() {
			return types.OptionalOf(behind(v.GetValue()))
		}
	}
	return v
}

// unwatched returns the result of a function with watched arguments. The lists made by
// distinct and flatten hold views.
func unwatched(function string, v ref.Val) ref.Val {
	switch v.(type) {
	case *watchedList, *watchedMap, *types.Optional:
		return behind(v)
	}
	if list, ok := v.(traits.Lister); ok && (function == "distinct" || function == "flatten") {
		elements, _ := list.Value().([]ref.Val)
		for i, element := range elements {
			elements[i] = behind(element)
		}
	}
	return v
}

type watcher struct {
	e *Evaluator
	// perByte is set if the function's result holds the parts that it reads: a step for
	// each byte bounds the memory.
	perByte bool
}

func (w watcher) read(v ref.Val) ref.Val {
	steps := 1
	if w.perByte {
		steps = bytesOfElement
	}
	if s, ok := v.(types.String); ok {
		steps += w.ofText(len(s))
	}
	w.e.step(steps)
	return w.e.watched(v, w.perByte)
}

func (w watcher) ofText(n int) int {
	if w.perByte {
		return n
	}
	return n / bytesPerStep
}

const (
	// bytesPerStep is how many bytes of a string a simple function reads in one step.
	bytesPerStep   = 64
	bytesOfElement = 16
	// longList takes a millisecond to read; an element of a longer list counts
	// stepsInLongList.
	longList, stepsInLongList = 1 << 16, 8
)

type watchedList struct {
	traits.Lister
	watcher
}

// Viewed implements celcost.View.
func (l *watchedList) Viewed() ref.Val { return l.Lister }

func (l *watchedList) Get(index ref.Val) ref.Val { return l.read(l.Lister.Get(index)) }

// Contains implements traits.Container. Its loop cannot be interrupted, so a long list
// counts more.
func (l *watchedList) Contains(v ref.Val) ref.Val {
	n := saturatingInt(celcost.Size(l.Lister))
	if n > longList {
		n = min(n*stepsInLongList, maxSteps)
	}
	l.e.step(n)
	return l.Lister.Contains(l.e.watched(v, l.perByte))
}

// Equal implements ref.Val. CEL reads both lists in step, so one of them counts.
func (l *watchedList) Equal(other ref.Val) ref.Val {
	return l.Lister.Equal(l.e.watched(other, l.perByte))
}

func (l *watchedList) Iterator() traits.Iterator {
	return &watchedIterator{l.Lister.Iterator(), l.watcher}
}

func (l *watchedList) IsZeroValue() bool { return l.Size() == types.IntZero }

func (l *watchedList) String() string { return fmt.Sprint(l.Lister) }

type watchedMap struct {
	traits.Mapper
	watcher
}

// Viewed implements celcost.View.
func (m *watchedMap) Viewed() ref.Val { return m.Mapper }

func (m *watchedMap) Find(key ref.Val) (ref.Val, bool) {
	v, found := m.Mapper.Find(key)
	if v == nil {
		m.e.step(1)
		return nil, found
	}
	return m.read(v), found
}

func (m *watchedMap) Get(key ref.Val) ref.Val { return m.read(m.Mapper.Get(key)) }

func (m *watchedMap) Equal(other ref.Val) ref.Val {
	return m.Mapper.Equal(m.e.watched(other, m.perByte))
}

func (m *watchedMap) Iterator() traits.Iterator {
	return &watchedIterator{m.Mapper.Iterator(), m.watcher}
}

func (m *watchedMap) IsZeroValue() bool { return m.Size() == types.IntZero }

func (m *watchedMap) String() string { return fmt.Sprint(m.Mapper) }

type watchedIterator struct {
	traits.Iterator
	watcher
}

func (it *watchedIterator) Next() ref.Val {
	v := it.Iterator.Next()
	if v == nil {
		it.e.step(1)
		return nil
	}
	return it.read(v)
}
