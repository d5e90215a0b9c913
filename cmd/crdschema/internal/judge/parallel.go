package judge

import (
	"context"
	"iter"
	"runtime"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/input"
)

// job is a text, and the result of work on it once it is known.
type job[T any] struct {
	text   input.Text
	result chan T
}

// parallel works on texts on all processors, and yields the results in the order of the texts. It holds a
// few texts at a time. It ends with the context or the first error of yield.
func parallel[T any](ctx context.Context, texts iter.Seq[input.Text], work func(input.Text) T, yield func(T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	workers := runtime.GOMAXPROCS(0)
	queue, ordered := make(chan job[T]), make(chan job[T], 2*workers)
	for range workers {
		go func() {
			for j := range queue {
				j.result <- work(j.text)
			}
		}()
	}
	go send(ctx, texts, queue, ordered)
	for j := range ordered {
		select {
		case result := <-j.result:
			if err := yield(result); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// send sends each text to ordered first: its capacity is what is held.
func send[T any](ctx context.Context, texts iter.Seq[input.Text], queue, ordered chan<- job[T]) {
	defer close(ordered)
	defer close(queue)
	for t := range texts {
		next := job[T]{t, make(chan T, 1)}
		for _, to := range []chan<- job[T]{ordered, queue} {
			select {
			case to <- next:
			case <-ctx.Done():
				return
			}
		}
	}
}
