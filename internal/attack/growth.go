package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/budget"
)

// result is a line that a child prints while it measures all functions with one input: the
// number of the function that it begins with, or what a call took.
type result struct {
	Number   int
	Function string
	Measured *measurement
}

// functionLimit is the time after which a call ends its process: the call has a context that
// ends much earlier.
const functionLimit = 40 * time.Second

// productBudget is the budget of calls that are products. It ends them early, so that they can
// be measured often.
const productBudget = 1 << 18

// growth measures the functions of the job, or all, with one input, and prints a line before
// and after each.
func (j job) growth() {
	b := newBinder(shapes[j.Name](j.Size))
	lines := json.NewEncoder(os.Stdout)
	for i, f := range b.functions() {
		t, ok := b.bind(f)
		if i < j.From || !ok || len(j.Only) > 0 && !matchesAny(j.Only, f.name) {
			continue
		}
		r := result{Number: i, Function: f.name}
		if err := lines.Encode(r); err != nil {
			log.Fatal(err)
		}
		m := j.limited(t, matchesOne(j.Products, f.name))
		r.Measured = &m
		if err := lines.Encode(r); err != nil {
			log.Fatal(err)
		}
	}
}

// limited measures a call with the default budget, or a product with its own.
func (j job) limited(t trial, product bool) measurement {
	guard := time.AfterFunc(functionLimit, func() {
		fmt.Fprintln(os.Stderr, "panic: the call does not end after", functionLimit)
		os.Exit(3)
	})
	defer guard.Stop()
	ctx, cancel := context.WithTimeout(background, functionLimit/4)
	defer cancel()
	if product && !j.Heap {
		ctx = work.WithBudget(ctx, budget.Budget{Steps: productBudget, Values: productBudget})
	}
	if !j.Heap {
		return t.count(ctx)
	}
	m := t.measure(ctx, j.Deadline)
	if j.Deadline == 0 {
		again, cancel := context.WithTimeout(background, functionLimit/4)
		defer cancel()
		m.Live = t.live(again)
	}
	return m
}

// matchesOne reports whether a name is one of the patterns: names that may end in *.
func matchesOne(patterns []string, name string) bool {
	for _, p := range patterns {
		if begin, open := strings.CutSuffix(p, "*"); p == name || open && strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}

// matchesAny reports whether a name is one of the patterns, or there are none.
func matchesAny(patterns []string, name string) bool {
	return len(patterns) == 0 || matchesOne(patterns, name)
}
