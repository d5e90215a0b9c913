package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	"github.com/seed95800270/crdschema/internal/work"
)

// result is a line of a child that measures all functions with one input: that it begins with
// the function of that number, and then what a call took.
type result struct {
	Number   int
	Function string
	Measured *measurement
}

// functionLimit is the time after which a call ends its process: the call has a context that
// ends much earlier.
const functionLimit = 40 * time.Second

// growth measures the functions of the job, or all, with one input, and prints a line before
// and after each.
func (j job) growth() {
	b := newBinder(shapes[j.Name](j.Size))
	lines := json.NewEncoder(os.Stdout)
	for i, f := range b.functions() {
		t, ok := b.bind(f)
		if i < j.From || !ok || slices.Contains(j.Without, f.name) || len(j.Only) > 0 && !slices.Contains(j.Only, f.name) {
			continue
		}
		r := result{Number: i, Function: f.name}
		if err := lines.Encode(r); err != nil {
			log.Fatal(err)
		}
		m := j.limited(t)
		r.Measured = &m
		if err := lines.Encode(r); err != nil {
			log.Fatal(err)
		}
	}
}

// limited measures a call with the budget of the job.
func (j job) limited(t trial) measurement {
	guard := time.AfterFunc(functionLimit, func() {
		fmt.Fprintln(os.Stderr, "panic: the call does not end after", functionLimit)
		os.Exit(3)
	})
	defer guard.Stop()
	ctx, cancel := context.WithTimeout(background, functionLimit/4)
	defer cancel()
	ctx = work.WithBudget(ctx, work.Budget{Steps: j.Budget, Values: j.Budget})
	if j.Heap {
		return t.measure(ctx, j.Deadline)
	}
	return t.count(ctx)
}
