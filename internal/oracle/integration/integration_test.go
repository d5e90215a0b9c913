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
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

const (
	reference = "k8s.io/apiextensions-apiserver"
	// limit bounds one test. Those that wait for etcd would wait for ever.
	limit = 2 * time.Minute
)

// TestCrdserver runs the tests against crdserver.
func TestCrdserver(t *testing.T) { testReference(t, "crdserver", 65) }

// TestAPIServer runs the tests against the program of examples/apiserver. All of them use one etcd.
func TestAPIServer(t *testing.T) {
	needsTime(t)
	program, err := programs.APIServer(t.Context(), t.TempDir())
	require.NoError(t, err)
	etcd, address, err := live.StartEtcd(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(etcd.Close)
	testReference(t, "apiserver", 75, "APISERVER_PROGRAM="+program, "KUBE_INTEGRATION_ETCD_URL="+address)
}

// testReference runs each test in a process of its own, with variables in its environment.
func testReference(t *testing.T, server string, least int, environment ...string) {
	needsTime(t)
	failures := map[string]string{}
	text, err := os.ReadFile("testdata/" + server + ".yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &failures))
	dir := copied(t, server)
	total, passed, got := 0, 0, map[string]bool{}
	for _, folder := range []string{".", "conversion"} {
		at := filepath.Join(dir, "integration", folder)
		binary := filepath.Join(t.TempDir(), "integration.test")
		run(t, at, "go", "test", "-vet=off", "-c", "-o", binary, ".")
		for name, out := range each(t, at, binary, environment) {
			total++
			if out == "" {
				passed++
				continue
			}
			got[name] = true
			if failures[name] == "" {
				t.Errorf("%s fails without a reason in testdata/%s.yaml:\n%s", name, server, out)
			}
		}
	}
	for name, reason := range failures {
		if !got[name] && !strings.HasPrefix(reason, "sometimes: ") {
			t.Errorf("%s passes: remove it from testdata/%s.yaml", name, server)
		}
	}
	t.Logf("integration: server=%s tests=%d passed=%d", server, total, passed)
	require.GreaterOrEqual(t, passed, least)
}

func needsTime(t *testing.T) {
	if os.Getenv("ORACLE_FULL") != "1" {
		t.Skip("takes some minutes: ORACLE_FULL=1")
	}
}

// each runs all tests of a binary, two at a time, and returns the end of the output of those that fail.
func each(t *testing.T, dir, binary string, environment []string) map[string]string {
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
			failed := one(dir, binary, name, environment)
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
func one(dir, binary, name string, environment []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, binary, "-test.run", "^"+name+"$", "-test.v")
	command.Dir, command.Env = dir, append(os.Environ(), environment...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.WaitDelay = 10 * time.Second // the server of a failed test keeps its output open
	output, err := command.CombinedOutput()
	if command.Process != nil {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
	}
	if err == nil {
		return ""
	}
	lines := strings.Split(string(output), "\n")
	return strings.Join(lines[max(0, len(lines)-40):], "\n") + errors.Join(err, ctx.Err()).Error()
}

// copied returns a module with a copy of the reference's tests and with a server of ours in their fixtures.
func copied(t *testing.T, server string) string {
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
	fixture, err := os.ReadFile("testdata/" + server + ".go.txt")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "integration/fixtures/server.go"), fixture, 0o600))
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
