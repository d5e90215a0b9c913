package parity

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Run compares all cases and reports the result; see the package comment.
func Run[T any](t *testing.T, name string, cases Cases[T], compare func(*Check, T)) {
	t.Helper()
	book, err := readDeviations()
	if err != nil {
		t.Fatal(err)
	}
	res := run(book, cases, os.Getenv("ORACLE_CASE"), compare)
	if err := res.report(os.Stdout, name); err != nil {
		t.Error(err)
	}
}

// result is the result of a run.
type result struct {
	book                       *deviations
	cases, equal, listed, diff int
	first                      []finding
	uncoded                    map[string]int // kinds of our errors without a declared code
}

func run[T any](book *deviations, cases Cases[T], only string, compare func(*Check, T)) *result {
	res := &result{book: book, uncoded: map[string]int{}}
	var next atomic.Int64
	var mu sync.Mutex
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= cases.N {
				return
			}
			label, input := cases.At(i)
			if !strings.Contains(label, only) {
				continue
			}
			c := check(book, input, compare)
			mu.Lock()
			res.count(c, finding{index: i, label: label, input: input, diffs: c.diffs})
			mu.Unlock()
		}
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(work)
	}
	workers.Wait()
	for i, f := range res.first {
		res.first[i].input, res.first[i].diffs = reduce(f.input.(T), func(input T) []difference {
			return check(book, input, compare).diffs
		}, f.diffs)
	}
	return res
}

// check compares one input. A panic of either side is a difference.
func check[T any](book *deviations, input T, compare func(*Check, T)) (c *Check) {
	c = &Check{book: book}
	defer func() {
		if p := recover(); p != nil {
			c.Fail("panic", nil, nil, "%v\n%s", p, debug.Stack())
		}
	}()
	compare(c, input)
	return c
}

func (r *result) count(c *Check, f finding) {
	for _, text := range c.uncoded {
		r.uncoded[text]++
	}
	if c.void && len(c.diffs) == 0 {
		return
	}
	r.cases++
	switch {
	case len(c.diffs) > 0:
		r.diff++
		r.keep(f)
	case c.listed:
		r.listed++
	default:
		r.equal++
	}
}

// keep keeps f if its index is among the lowest, so that every run prints the same
// differences.
func (r *result) keep(f finding) {
	i, _ := slices.BinarySearchFunc(r.first, f, func(a, b finding) int { return cmp.Compare(a.index, b.index) })
	r.first = slices.Insert(r.first, i, f)
	r.first = r.first[:min(len(r.first), printed)]
}

// report prints the first differences and the summary, and returns an error if
// the run failed.
func (r *result) report(w io.Writer, name string) error {
	for _, f := range r.first {
		f.print(w, name)
	}
	reportCodes(w, name, r.uncoded)
	fmt.Fprintf(w, "parity %s: cases=%d equal=%d listed=%d diff=%d\n", name, r.cases, r.equal, r.listed, r.diff)
	switch {
	case r.diff > 0:
		return fmt.Errorf("%s: %d of %d cases differ", name, r.diff, r.cases)
	case len(r.uncoded) > 0:
		return fmt.Errorf("%s: errors without a declared code", name)
	case r.cases == 0:
		return fmt.Errorf("%s: there was nothing to compare", name)
	default:
		return r.book.err()
	}
}
