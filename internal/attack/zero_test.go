package attack

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/structural"
)

// zeroVariable is set in a child that makes the calls, to the number of the last function
// that is left out.
const zeroVariable = "ATTACK_ZERO"

const (
	// callDeadline is when the context of a call ends.
	callDeadline = 100 * time.Millisecond
	// callLimit is how long a call may take all in all, on a busy machine.
	callLimit = 10 * time.Second
	// maxStack is the limit of the stack: 10,000 levels of nesting fit, each with a few large
	// frames.
	maxStack = 64 << 20
	// endlessSteps is the budget of a call with an endless value. A level takes a step at least
	// and 64 bytes of the stack.
	endlessSteps = maxStack / 64 * 2
)

// TestZeroValues calls every exported function and method with zero values, nil receivers,
// typed nils and values that are not JSON. None may panic, exhaust the stack or run longer than
// its context, except those in testdata/panics.txt. Calls with endless values, such as cyclic
// maps, are made with much time, too: see [invocation.findings].
func TestZeroValues(t *testing.T) {
	allowed := exceptions(t)
	findings := map[string]string{}
	calls, functions := 0, 0
	for from := 0; from >= 0; {
		var n int
		from, n = zeroChild(t, from, findings)
		calls += n
		functions = max(functions, from)
	}
	used := map[string]bool{}
	for name, what := range findings {
		matching := allowed.matching(name)
		for _, pattern := range matching {
			used[pattern] = true
		}
		if len(matching) == 0 {
			assert.Fail(t, name+": "+what)
		}
	}
	for pattern := range allowed {
		assert.True(t, used[pattern], "testdata/panics.txt: nothing panics any more: %s", pattern)
	}
	fmt.Printf("attack zero: functions=%d calls=%d panics=%d\n", len(listedFunctions), calls, len(findings))
}

// zeroChild runs a child from a function on, and adds what it reports. It returns the number
// of the function that ended it, or -1 if nothing did, and the number of calls.
func zeroChild(t *testing.T, from int, findings map[string]string) (ended, calls int) {
	binary, err := os.Executable()
	require.NoError(t, err)
	child := exec.Command(binary)
	child.Env = append(os.Environ(), zeroVariable+"="+strconv.Itoa(from))
	var problems strings.Builder
	child.Stderr = &problems
	out, err := child.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, child.Start())
	number, name := from, ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var r report
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r), lines.Text())
		if r.Done {
			calls += r.Calls
			require.NoError(t, child.Wait())
			return -1, calls
		}
		number, name = r.Number, r.Name
		if r.Finding != "" {
			findings[name] = r.Finding
		}
	}
	_ = child.Wait()
	cause := death(problems.String())
	if strings.Contains(cause, "stack overflow") {
		name += overflows
	}
	findings[name] = cause
	if number == from {
		require.Fail(t, "the child died before its first call", problems.String())
	}
	return number, calls
}

// report is a line that a child prints: the function that it begins with, a finding, or the
// end.
type report struct {
	Number  int
	Name    string
	Calls   int
	Finding string
	Done    bool
}

func (r report) write() {
	line, _ := json.Marshal(r)
	os.Stdout.Write(append(line, '\n'))
}

// zeroMain makes all calls after the calls of the function with that number, in a child.
func zeroMain(from int) {
	debug.SetMaxStack(maxStack)
	g := newGenerator()
	last, calls := report{}, 0
	for number, c := range g.invocations(from) {
		calls++
		if number != last.Number || c.name != last.Name {
			last = report{Number: number, Name: c.name}
			last.write()
		}
		for _, finding := range c.findings() {
			report{Number: number, Name: c.name, Finding: finding + " for " + c.String()}.write()
		}
	}
	report{Done: true, Calls: calls}.write()
}

// findings makes the call with a context that ends soon. If an argument is endless, it makes
// the call first with a context that lasts and a budget: recursion without a bound would
// exhaust the stack long before, on a machine of any speed.
func (c invocation) findings() (out []string) {
	if c.isEndless() {
		out = c.within(structural.WithBudget(background, structural.Budget{Steps: endlessSteps}), callLimit/2)
	}
	return append(out, c.within(background, callDeadline)...)
}

// within makes the call. It must return soon after its context ends.
func (c invocation) within(ctx context.Context, deadline time.Duration) []string {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	guard := time.AfterFunc(callLimit, func() {
		fmt.Fprintln(os.Stderr, "panic: the call does not return: "+c.String())
		os.Exit(3)
	})
	defer guard.Stop()
	if finding := c.try(ctx); finding != "" {
		return []string{finding}
	}
	return nil
}

// String returns the types of the arguments, and their values as far as they are short.
func (c invocation) String() string {
	var parts []string
	for _, v := range c.in {
		if !v.IsValid() {
			parts = append(parts, "nil")
			continue
		}
		text := v.Type().String()
		if k := v.Kind(); k <= reflect.Complex128 || k == reflect.String {
			value := fmt.Sprintf("(%#v)", v)
			text += value[:min(len(value), 60)]
		} else if v.IsZero() {
			text += "(zero)"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// at returns the first line of the library on the stack of a panic.
func at() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, module) && f.File != "<autogenerated>" && !strings.HasPrefix(f.Function, module+"/internal/attack") {
			return fmt.Sprintf(" in %s (%s:%d)", strings.TrimPrefix(f.Function, module), path.Base(f.File), f.Line)
		}
	}
	return ""
}

// patterns are the exceptions: names of findings, in which * matches any text, with the
// reasons.
type patterns map[string]string

func exceptions(t *testing.T) patterns {
	text, err := os.ReadFile("testdata/panics.txt")
	require.NoError(t, err)
	out := patterns{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, reason, _ := strings.Cut(line, " # ")
		require.NotEmpty(t, reason, "an exception needs a reason: %s", line)
		out[strings.TrimSpace(pattern)] = reason
	}
	return out
}

// overflows ends the name of a finding that took down the child. Only a pattern that has it, too,
// allows it: nothing can recover from it.
const overflows = " overflows the stack"

// matching returns the patterns that match a name.
func (p patterns) matching(name string) (out []string) {
	for pattern := range p {
		if strings.HasSuffix(name, overflows) != strings.HasSuffix(pattern, overflows) {
			continue
		}
		if expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*"); regexp.MustCompile("^" + expression + "$").MatchString(name) {
			out = append(out, pattern)
		}
	}
	return out
}
