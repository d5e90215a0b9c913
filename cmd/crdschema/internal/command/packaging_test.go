package command

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// TestAction runs the entry point of the GitHub action, with the environment that the action sets.
func TestAction(t *testing.T) {
	text, err := os.ReadFile("../../action.yml")
	require.NoError(t, err)
	var action struct {
		Runs struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &action))
	step := action.Runs.Steps[len(action.Runs.Steps)-1]
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	sarif := filepath.Join(t.TempDir(), "a.sarif")
	values := map[string]string{"github.action_path": dir, "inputs.args": "validate --crd crd.yaml\n  refused.yaml\n", "inputs.sarif": sarif}
	shell := exec.Command("bash", "-e", "-c", step.Run)
	shell.Dir, shell.Env = "testdata", os.Environ()
	for name, value := range step.Env {
		shell.Env = append(shell.Env, name+"="+values[strings.Trim(value, "${} ")])
	}
	out, err := shell.CombinedOutput()
	var failed *exec.ExitError
	require.True(t, errors.As(err, &failed), "%s", out)
	assert.Equal(t, 1, failed.ExitCode())
	assert.Equal(t, output(t, "validate", "-o", "github", "--crd", "crd.yaml", "refused.yaml"), string(out))
	assert.FileExists(t, sarif)
}

func output(t *testing.T, args ...string) string {
	t.Chdir("testdata")
	return run(t, "", args...).Out
}

// TestHooks checks that the commands of the pre-commit hooks exist.
func TestHooks(t *testing.T) {
	text, err := os.ReadFile("../../../../.pre-commit-hooks.yaml")
	require.NoError(t, err)
	var hooks []struct{ Entry string }
	require.NoError(t, yaml.Unmarshal(text, &hooks))
	require.NotEmpty(t, hooks)
	for _, hook := range hooks {
		words := strings.Fields(hook.Entry)
		assert.Equal(t, "crdschema", words[0])
		assert.Equal(t, 0, run(t, "", append(words[1:], "--help")...).Code, hook.Entry)
	}
}
