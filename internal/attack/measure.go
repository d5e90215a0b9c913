package attack

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// measurement is what one call took.
type measurement struct {
	// Input is the number of bytes of the input, as JSON or as the text that it is.
	Input int
	// Operations is the number of basic blocks executed, or 0 if the binary does not count
	// them.
	Operations uint64
	// Bytes is what was allocated.
	Bytes uint64
	// Peak is the largest heap while the call ran, with its garbage, less that before.
	Peak uint64
	// Live is the largest heap with little garbage, less that before.
	Live uint64
	// Result is the memory of what the call returned, a part of Peak and Live.
	Result uint64
	// Time is how long the call took.
	Time time.Duration
	// Late is how long after the end of its context the call returned.
	Late time.Duration
	// Error is the text of the error that the call returned.
	Error string
	// TooMuch reports whether the error says that the budget is spent.
	TooMuch bool
	// Died says why the process died, or is empty.
	Died string
}

// trial is a call with its input.
type trial struct {
	// input is the number of bytes of the input.
	input int
	// call makes the call.
	call func(context.Context) results
}

// count makes the call and counts its operations and what it allocates.
func (a trial) count(ctx context.Context) measurement {
	m := measurement{Input: a.input}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	clearCounters()
	start := time.Now()
	r := a.try(ctx)
	m.Time = time.Since(start)
	runtime.ReadMemStats(&after)
	m.Operations = readCounters()
	m.Bytes = after.TotalAlloc - before.TotalAlloc
	m.note(r.err)
	return m
}

// measure makes the call and measures it. A deadline that is not 0 ends its context.
func (a trial) measure(ctx context.Context, deadline time.Duration) measurement {
	runtime.GC()
	if deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, deadline)
		defer cancel()
	}
	m := measurement{Input: a.input}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	peak := watch()
	start := time.Now()
	r := a.try(ctx)
	m.Time = time.Since(start)
	m.Peak = peak() - min(peak(), before.HeapAlloc)
	runtime.ReadMemStats(&after)
	m.Bytes = after.TotalAlloc - before.TotalAlloc
	if deadline > 0 {
		m.Late = max(0, m.Time-deadline)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	m.Result = after.HeapAlloc - min(after.HeapAlloc, before.HeapAlloc)
	runtime.KeepAlive(a)
	m.note(r.err)
	return m
}

// garbage is the most garbage, in percent of what is live, when Live is measured. By default
// it is 100: as much as is live in the whole process, also what the call does not know of.
const garbage = 10

// live makes the call again and returns the largest heap with little garbage.
func (a trial) live(ctx context.Context) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	return a.measure(ctx, 0).Peak
}

// beyond returns the largest live heap, less the result: the result belongs to the caller.
func (m *measurement) beyond() uint64 { return m.Live - min(m.Live, m.Result) }

func (m *measurement) note(err error) {
	if err == nil {
		return
	}
	m.Error = err.Error()
	m.Error = m.Error[:min(len(m.Error), 200)]
	m.TooMuch = isTooMuch(err)
}

// try makes the call and returns a panic as an error.
func (a trial) try(ctx context.Context) (r results) {
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("panic: %v", p)
		}
	}()
	return a.call(ctx)
}

// memoryLimit begins the last line that a process prints if its heap is too large.
const memoryLimit = "the heap is over"

// maxHeap is the size of the heap at which a child ends.
const maxHeap = 4 << 30

// watch looks at the heap every millisecond until the returned function is called. That
// function returns the largest heap.
func watch() func() uint64 {
	var peak uint64
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				peak = max(peak, heap())
				return
			case <-tick.C:
				peak = max(peak, heap())
			}
		}
	}()
	stop := sync.OnceFunc(func() { close(done); <-stopped })
	return func() uint64 { stop(); return peak }
}

// heap returns the size of the objects of the heap, live or not yet collected.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	size := sample[0].Value.Uint64()
	if size > maxHeap {
		fmt.Fprintf(os.Stderr, "%s %d MiB\n", memoryLimit, maxHeap>>20)
		os.Exit(3)
	}
	return size
}
