package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// runner runs tests of a module, of the oracle or of a mutant.
type runner struct {
	root    string // of the module
	timeout time.Duration
	// comparisons is false if only tests are run.
	comparisons bool

	mu       sync.Mutex
	unbroken map[string]func() error // by directory and arguments
}

// module is the import path of the module that is broken.
const module = "github.com/seed95800270/crdschema"

// newRunner finds the module from inside of the oracle.
func newRunner() (*runner, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", module, err)
	}
	return &runner{root: strings.TrimSpace(string(out)), timeout: 10 * time.Minute, comparisons: true, unbroken: map[string]func() error{}}, nil
}

// outcome is who noticed a mutant.
type outcome string

const (
	byTests      outcome = "tests"
	byComparison outcome = "comparison"
	survived     outcome = "nobody"
)

// errBuild and errTimeout are the reasons why the tests of a mutant say nothing
// about it.
var (
	errBuild   = errors.New("does not compile")
	errTimeout = errors.New("takes too long")
	errTests   = errors.New("tests fail")
)

// try runs the tests of a mutant, and then its comparison.
func (r *runner) try(m mutant) (outcome, error) {
	overlay, remove, err := r.overlay(m)
	if err != nil {
		return "", err
	}
	defer remove()
	for _, name := range m.Tests {
		dir, pkg := r.moduleOf(name)
		if noticed, err := r.noticed(m, overlay, dir, []string{pkg}); noticed || err != nil {
			return byTests, err
		}
	}
	if !r.comparisons || m.Comparison.Package == "" {
		return survived, nil
	}
	arguments := []string{"-run", cmp.Or(m.Comparison.Run, "."), m.Comparison.Package}
	if noticed, err := r.noticed(m, overlay, filepath.Join(r.root, "internal", "oracle"), arguments); noticed || err != nil {
		return byComparison, err
	}
	return survived, nil
}

// moduleOf returns the folder of the module that a package is in, which may be nested, and
// the path of the package inside it.
func (r *runner) moduleOf(name string) (dir, pkg string) {
	folder := filepath.Join(r.root, name)
	for dir = folder; dir != r.root; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	rel, err := filepath.Rel(dir, folder)
	if err != nil {
		return r.root, name
	}
	return dir, "./" + filepath.ToSlash(rel)
}

// noticed reports whether go test fails with a mutant. It must pass without it.
func (r *runner) noticed(m mutant, overlay, dir string, arguments []string) (bool, error) {
	if err := r.passes(dir, arguments); err != nil {
		return false, err
	}
	err := r.test(dir, append([]string{"-overlay", overlay}, arguments...))
	switch {
	case err == nil:
		return false, nil
	case errors.Is(err, errTests) || m.Hangs && errors.Is(err, errTimeout):
		return true, nil
	default:
		return false, fmt.Errorf("mutant %s: %w", m.Name, err)
	}
}

// passes returns an error unless the unbroken code passes. It is tested once.
func (r *runner) passes(dir string, arguments []string) error {
	key := fmt.Sprint(dir, arguments)
	r.mu.Lock()
	once := r.unbroken[key]
	if once == nil {
		once = sync.OnceValue(func() error {
			if err := r.test(dir, arguments); err != nil {
				return fmt.Errorf("the unbroken code, %s: %w", key, err)
			}
			return nil
		})
		r.unbroken[key] = once
	}
	r.mu.Unlock()
	return once()
}

// test runs go test and returns one of the errors above, with the end of the output.
// Debug information is left out, because linking takes most of the time.
func (r *runner) test(dir string, arguments []string) error {
	// The test ends itself; go may still be compiling then.
	ctx, cancel := context.WithTimeout(context.Background(), 2*r.timeout)
	defer cancel()
	command := exec.CommandContext(ctx, "go", append([]string{"test", "-count=1", "-failfast", "-vet=off", "-ldflags=-s -w", "-timeout", r.timeout.String()}, arguments...)...)
	command.Dir = dir
	command.WaitDelay = time.Second
	out, err := command.CombinedOutput()
	text := string(out)
	var reason error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || strings.Contains(text, "panic: test timed out after"):
		reason = errTimeout
	case strings.Contains(text, " failed]\n"): // build or setup
		reason = errBuild
	case strings.Contains(text, "FAIL\t"):
		reason = errTests
	default:
		reason = err
	}
	return fmt.Errorf("%w:\n%s", reason, text[max(0, len(text)-4000):])
}

// overlay writes the mutated file and the description of it for the flag -overlay.
// It returns the name of the latter.
func (r *runner) overlay(m mutant) (name string, remove func(), err error) {
	broken, err := m.apply(r.root)
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return "", nil, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	source, name := filepath.Join(dir, "source.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.root, m.File): source}})
	if err = errors.Join(err, os.WriteFile(source, []byte(broken), 0o600), os.WriteFile(name, text, 0o600)); err != nil {
		remove()
		return "", nil, err
	}
	return name, remove, nil
}
