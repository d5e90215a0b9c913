package integration

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

const (
	reference = "k8s.io/apiextensions-apiserver"
	// limit bounds one test. Those that wait for etcd would wait for ever.
	limit = 2 * time.Minute
)

// TestReference runs each test in a process of its own.
func TestReference(t *testing.T) {
	if os.Getenv("ORACLE_FULL") != "1" {
		t.Skip("takes some minutes: ORACLE_FULL=1")
	}
	failures := map[string]string{}
	text, err := os.ReadFile("testdata/failures.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &failures))
	dir := copied(t)
	total, passed, got := 0, 0, map[string]bool{}
	for _, folder := range []string{".", "conversion"} {
		at := filepath.Join(dir, "integration", folder)
		binary := filepath.Join(t.TempDir(), "integration.test")
		run(t, at, "go", "test", "-vet=off", "-c", "-o", binary, ".")
		for name, out := range each(t, at, binary) {
			total++
			if out == "" {
				passed++
				continue
			}
			got[name] = true
			if failures[name] == "" {
				t.Errorf("%s fails without a reason in testdata/failures.yaml:\n%s", name, out)
			}
		}
	}
	for name := range failures {
		if !got[name] {
			t.Errorf("%s passes: remove it from testdata/failures.yaml", name)
		}
	}
	t.Logf("integration: tests=%d passed=%d", total, passed)
	require.GreaterOrEqual(t, passed, 65)
}

// each runs all tests of a binary, two at a time, and returns the end of the output of those that fail.
func each(t *testing.T, dir, binary string) map[string]string {
	t.Helper()
	out := map[string]string{}
	var mu sync.Mutex
	var all sync.WaitGroup
	slots := make(chan struct{}, 2)
	for name := range strings.FieldsSeq(run(t, dir, binary, "-test.list", "^Test")) {
		all.Add(1)
		go func() {
			defer all.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			failed := one(dir, binary, name)
			mu.Lock()
			defer mu.Unlock()
			out[name] = failed
		}()
	}
	all.Wait()
	require.NotEmpty(t, out)
	return out
}

// one runs a test and returns the end of its output if it fails.
func one(dir, binary, name string) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, binary, "-test.run", "^"+name+"$", "-test.v")
	command.Dir = dir
	output, err := command.CombinedOutput()
	if err == nil {
		return ""
	}
	lines := strings.Split(string(output), "\n")
	return strings.Join(lines[max(0, len(lines)-40):], "\n") + errors.Join(err, ctx.Err()).Error()
}

// copied returns a module with a copy of the reference's tests and with our server in their fixtures.
func copied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	from := strings.TrimSpace(run(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", reference))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "integration"), os.DirFS(filepath.Join(from, "test/integration"))))
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return rewrite(path, func(text []byte) []byte {
			return bytes.ReplaceAll(text, []byte(reference+"/test/integration"), []byte("integration.test/integration"))
		})
	}))
	server, err := os.ReadFile("testdata/server.go.txt")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "integration/fixtures/server.go"), server, 0o600))
	module(t, dir)
	return dir
}

func rewrite(path string, change func([]byte) []byte) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return errors.Join(os.Chmod(path, 0o600), os.WriteFile(path, change(text), 0o600))
}

// module writes the go.mod of the copy: the one of internal/oracle, whose folders are absolute.
func module(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "module ") })
	lines[at] = "module integration.test"
	for i, line := range lines {
		name, folder, found := strings.Cut(line, " => ")
		if found && strings.HasPrefix(folder, ".") {
			absolute, err := filepath.Abs(filepath.Join("..", folder))
			require.NoError(t, err)
			lines[i] = name + " => " + absolute
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(strings.Join(lines, "\n")), 0o600))
	sums, err := os.ReadFile("../go.sum")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
	run(t, dir, "go", "mod", "tidy", "-e")
}

func run(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = dir
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	require.NoError(t, err, "%s %v: %s%s", name, args, out, problems.String())
	return string(out)
}
