package attack

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"
)

// childVariable holds the job of a child process: a call that may take it down.
const childVariable = "ATTACK_CHILD"

// limit is the time after which a child is killed.
const limit = time.Minute

// job is what a child does: one call, at one size.
type job struct {
	// Kind is "row" or "growth".
	Kind string
	// Name is the name of the row or of the shape.
	Name string
	// Size is the size of the input. Rows of earlier attacks have one size.
	Size int
	// Heap reports whether the heap and the time are of interest, not what is counted.
	Heap bool
	// From is the number of the first function, and Only the functions that are measured
	// unless it is empty. Products are those that end at a small budget.
	From           int
	Only, Products []string
	// Deadline is the time after which the context of the call ends, or 0.
	Deadline time.Duration
}

// Probe makes the calls of the job in the environment and prints what they took.
func Probe() {
	debug.SetMaxStack(256 << 20)
	var j job
	if err := json.Unmarshal([]byte(os.Getenv(childVariable)), &j); err != nil {
		log.Fatal(err)
	}
	if j.Kind == "growth" {
		j.growth()
		return
	}
	answer, err := json.Marshal(j.measurement())
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(answer)
}

// run runs the job in a child process of the binary and returns its measurement.
func (j job) run(binary string) measurement {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	text, _ := json.Marshal(j)
	child := exec.CommandContext(ctx, binary)
	child.Env = append(os.Environ(), childVariable+"="+string(text))
	var problems strings.Builder
	child.Stderr = &problems
	answer, err := child.Output()
	var m measurement
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		m.Died = "killed after " + limit.String()
	case err != nil:
		m.Died = death(problems.String())
	default:
		if err := json.Unmarshal(answer, &m); err != nil {
			m.Died = err.Error()
		}
	}
	return m
}

// death returns the line of a crash that says why.
func death(output string) string {
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, memoryLimit) {
			return line
		}
	}
	return "died: " + output
}
