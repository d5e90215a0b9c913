package publish

import (
	"context"

	"github.com/seed95800270/crdschema/structural"
)

// memo keeps the result of a call. It is safe for concurrent use.
type memo[V any] struct {
	call  func(context.Context) (V, error)
	lock  chan struct{} // has an element while the fields below are used
	known bool
	value V
	err   error
}

func newMemo[V any](call func(context.Context) (V, error)) *memo[V] {
	return &memo[V]{call: call, lock: make(chan struct{}, 1)}
}

// get makes the result if it is not known. It waits for another goroutine that makes it until
// ctx is done. It keeps an error only if the error is a verdict.
func (m *memo[V]) get(ctx context.Context) (V, error) {
	select {
	case m.lock <- struct{}{}:
	case <-ctx.Done():
		var none V
		return none, context.Cause(ctx)
	}
	defer func() { <-m.lock }()
	if m.known {
		return m.value, m.err
	}
	v, err := m.call(ctx)
	if err == nil || structural.ErrorsOf(err) != nil {
		m.known, m.value, m.err = true, v, err
	}
	return v, err
}
