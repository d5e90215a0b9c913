package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run runs the command with arguments and prints to out.
func run(arguments []string, out io.Writer) error {
	r, err := newRunner()
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	only := flags.String("only", "", "comma-separated parts of names, any of which a mutant must contain")
	skip := flags.Bool("skip-comparisons", false, "run the tests only")
	parallel := flags.Int("parallel", 1, "number of mutants at a time")
	list := flags.Bool("list", false, "print the names and run nothing")
	flags.DurationVar(&r.timeout, "timeout", r.timeout, "longest time for the tests, or for the comparison, of a mutant")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	r.comparisons = !*skip
	mutants, err := readMutants()
	if err != nil {
		return err
	}
	mutants = selected(mutants, *only)
	if *list {
		for _, m := range mutants {
			fmt.Fprintf(out, "%s: %s\n", m.Name, m.Breaks)
		}
		return nil
	}
	return r.tryAll(mutants, *parallel, out)
}

func selected(mutants []mutant, only string) []mutant {
	parts := strings.Split(only, ",")
	return slices.DeleteFunc(mutants, func(m mutant) bool {
		return !slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(m.Name, part) })
	})
}

// tryAll tries all mutants and reports them.
func (r *runner) tryAll(mutants []mutant, parallel int, out io.Writer) error {
	var count tally
	var workers sync.WaitGroup
	next := make(chan mutant)
	for range max(1, parallel) {
		workers.Go(func() {
			for m := range next {
				start := time.Now()
				who, err := r.try(m)
				count.add(out, m, who, err, time.Since(start))
			}
		})
	}
	for _, m := range mutants {
		next <- m
	}
	close(next)
	workers.Wait()
	return count.report(out)
}

// tally counts outcomes.
type tally struct {
	mu        sync.Mutex
	tried     int
	by        map[outcome]int
	survivors []mutant
	errs      []error
}

func (t *tally) add(out io.Writer, m mutant, who outcome, err error, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		fmt.Fprintf(out, "error  %s: %v\n", m.Name, err)
		t.errs = append(t.errs, err)
		return
	}
	fmt.Fprintf(out, "%-10s noticed %s (%.1fs)\n", who, m.Name, took.Seconds())
	t.tried++
	if t.by == nil {
		t.by = map[outcome]int{}
	}
	t.by[who]++
	if who == survived {
		t.survivors = append(t.survivors, m)
	}
}

// report prints the survivors and the last line.
func (t *tally) report(out io.Writer) error {
	for _, m := range t.survivors {
		fmt.Fprintf(out, "survived: %s (%s): %s\n", m.Name, m.File, m.Breaks)
	}
	killed := t.by[byTests] + t.by[byComparison]
	fmt.Fprintf(out, "mutants: tried=%d killed=%d by-tests=%d by-comparison=%d survived=%d\n",
		t.tried, killed, t.by[byTests], t.by[byComparison], len(t.survivors))
	switch {
	case len(t.errs) > 0:
		return fmt.Errorf("mutants: %d of the list could not be tried", len(t.errs))
	case len(t.survivors) > 0:
		return fmt.Errorf("mutants: %d survive", len(t.survivors))
	case t.tried == 0:
		return errors.New("mutants: none to try")
	default:
		return nil
	}
}
