package attack

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
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
	// Name is that of the row.
	Name string
	// Size is that of the input. Rows of the issue have one size.
	Size int
	// Deadline is the time after which the context of the call ends, or 0.
	Deadline time.Duration
}

// full reports whether everything is to be tried.
var full = os.Getenv("ATTACK_FULL") != ""

func TestMain(m *testing.M) {
	if from, err := strconv.Atoi(os.Getenv(zeroVariable)); err == nil {
		zeroMain(from)
		os.Exit(0)
	}
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	debug.SetMaxStack(256 << 20)
	var j job
	if err := json.Unmarshal([]byte(text), &j); err != nil {
		panic(err)
	}
	answer, err := json.Marshal(j.measurement())
	if err != nil {
		panic(err)
	}
	os.Stdout.Write(answer)
	os.Exit(0)
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
