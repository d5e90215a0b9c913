package parity

import "sync"

// Recent keeps the last few inputs of c, for [Times] of inputs that are expensive
// to build. They are shared and must not be modified.
func Recent[T any](c Cases[T]) Cases[T] {
	type made struct {
		label string
		input T
	}
	const kept = 8 // more than the number of cores that work on adjacent cases
	var mu sync.Mutex
	var entries [kept]struct {
		index int
		get   func() made
	}
	return Cases[T]{N: c.N, At: func(i int) (string, T) {
		mu.Lock()
		e := &entries[i%kept]
		if e.get == nil || e.index != i {
			e.index, e.get = i, sync.OnceValue(func() made {
				label, input := c.At(i)
				return made{label, input}
			})
		}
		get := e.get
		mu.Unlock()
		m := get()
		return m.label, m.input
	}}
}
