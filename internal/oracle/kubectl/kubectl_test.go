package kubectl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/crdserver"
	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// command is a command line of the test.
type command struct {
	// Run is the command line after "kubectl", with the quotes of a shell.
	Run string
	// Stdin is its input.
	Stdin string
	// Editor is a sed script: the editor.
	Editor string
	// While is a command that runs until the others of the list have ended.
	While []string
	// Soon says that the output of an aggregated server may become equal a moment later: its aggregator learns of
	// deleted CRDs each second.
	Soon bool
	// Awaits are commands that succeed on an aggregated server a moment after this one: its aggregator learns of new
	// CRDs each second.
	Awaits []string
	// Differs says why the output of crdserver is not equal.
	Differs string
	// Builtin says that the command is about built-in kinds, which examples/apiserver does not have.
	Builtin bool
	// Apiserver says why the output of examples/apiserver is not equal.
	Apiserver string
}

// answer is what a command prints.
type answer struct {
	Stdout, Stderr string
	Code           int
}

func TestCommands(t *testing.T) {
	folder := programs.NeedsKubernetes(t)
	var commands []command
	text, err := os.ReadFile("testdata/commands.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &commands))
	theirs := shell{t, folder, reference(t, folder)}
	var want []answer
	for _, c := range commands {
		want = append(want, theirs.run(c))
	}
	t.Run("crdserver", func(t *testing.T) {
		compare(t, shell{t, folder, start(t)}, commands, want, 0, func(c command) string { return c.Differs })
	})
	program := built(t)
	for name, way := range ways {
		patience := 0
		if name == "aggregated" {
			patience = 20
		}
		t.Run(name, func(t *testing.T) {
			compare(t, shell{t, folder, way(t, folder, program)}, commands, want, patience, func(c command) string {
				if c.Builtin {
					return "there are no built-in kinds"
				}
				return c.Apiserver
			})
		})
	}
}

// compare runs commands and compares what they print. differs returns why the output of a command is not equal, or
// nothing. patience is how often a command is repeated until it succeeds or its output is equal, if that may be late.
func compare(t *testing.T, ours shell, commands []command, want []answer, patience int, differs func(command) string) {
	equal, listed := 0, 0
	for i, c := range commands {
		got := ours.run(c)
		for try := 0; c.Soon && try < patience && !assert.ObjectsAreEqual(want[i], got); try++ {
			time.Sleep(250 * time.Millisecond)
			got = ours.run(c)
		}
		for _, awaited := range c.Awaits {
			for try := 0; try < patience && ours.run(command{Run: awaited}).Code != 0; try++ {
				time.Sleep(250 * time.Millisecond)
			}
		}
		switch same := assert.ObjectsAreEqual(want[i], got); {
		case same:
			equal++
			assert.Empty(t, differs(c), "kubectl %s: the output is equal", c.Run)
		case differs(c) != "":
			listed++
		default:
			assert.Equal(t, want[i], got, "kubectl %s", c.Run)
		}
	}
	t.Logf("parity: kubectl commands=%d equal=%d listed=%d diff=%d", len(commands), equal, listed, len(commands)-equal-listed)
}

// start starts crdserver and returns the path of its kubeconfig.
func start(t *testing.T) string {
	server, err := crdserver.Start(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Close()) })
	return written(t, server.Kubeconfig)
}

// reference starts kube-apiserver and returns the path of its kubeconfig.
func reference(t *testing.T, folder string) string {
	environment := &envtest.Environment{BinaryAssetsDirectory: folder}
	_, err := environment.Start()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, environment.Stop()) })
	return written(t, environment.KubeConfig)
}

func written(t *testing.T, kubeconfig []byte) string {
	path := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(path, kubeconfig, 0o600))
	return path
}

// shell runs command lines with kubectl for one server.
type shell struct {
	t                    *testing.T
	programs, kubeconfig string
}

// run runs a command to its end, or until its other commands have ended.
func (s shell) run(c command) answer {
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	process := s.process(ctx, c.Run, c.Editor)
	process.Stdin, process.Stdout, process.Stderr = strings.NewReader(c.Stdin), &stdout, &stderr
	require.NoError(s.t, process.Start())
	for _, line := range c.While {
		time.Sleep(time.Second)
		output, err := s.process(ctx, line, "").CombinedOutput()
		require.NoError(s.t, err, "kubectl %s: %s", line, output)
	}
	if len(c.While) > 0 {
		time.Sleep(time.Second)
		require.NoError(s.t, process.Process.Signal(os.Interrupt))
	}
	err := process.Wait()
	var exit *exec.ExitError
	if err != nil {
		require.True(s.t, errors.As(err, &exit), "kubectl %s: %v", c.Run, err)
	}
	return answer{programs.Stable(stdout.String()), programs.Stable(stderr.String()), process.ProcessState.ExitCode()}
}

// process returns a process that runs kubectl with a command line.
func (s shell) process(ctx context.Context, line, editor string) *exec.Cmd {
	process := exec.CommandContext(ctx, "sh", "-c", "exec kubectl "+line)
	process.Dir = "testdata"
	process.Env = append(os.Environ(), "PATH="+s.programs+":"+os.Getenv("PATH"), "KUBECONFIG="+s.kubeconfig,
		"KUBE_EDITOR="+fmt.Sprintf("sed -i -e '%s'", editor), "HOME="+s.t.TempDir(), "TZ=UTC")
	return process
}
