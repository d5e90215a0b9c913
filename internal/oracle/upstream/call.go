package upstream

import "fmt"

// Panic is a panic of the reference as a value.
type Panic struct {
	// Value is the value of the panic.
	Value any
}

// String returns the text of the panic.
func (p *Panic) String() string { return fmt.Sprint("panic: ", p.Value) }

// Call calls f and returns its value, or the panic that ended it.
func Call[T any](f func() T) (value T, panicked *Panic) {
	defer func() {
		if p := recover(); p != nil {
			panicked = &Panic{Value: p}
		}
	}()
	return f(), nil
}
