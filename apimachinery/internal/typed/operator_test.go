package typed

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runtimes are the releases of controller-runtime that the program in testdata/operator is
// built with, and their releases of k8s.io modules.
var runtimes = map[string]string{"v0.20.4": "v0.32.1", "v0.22.4": "v0.34.1", "v0.23.3": "v0.35.0", "v0.25.2": "v0.37.0"}

// TestOperator adds package apimachinery to a program on controller-runtime. That must
// not select another version of a Kubernetes module, and the program must pass its tests.
// It builds four releases of Kubernetes: set ORACLE_FULL=1 and -timeout 90m to run it.
func TestOperator(t *testing.T) {
	if os.Getenv("ORACLE_FULL") != "1" {
		t.Skip("it downloads and builds four releases of Kubernetes, which takes an hour: set ORACLE_FULL=1 and -timeout 90m")
	}
	for version, release := range runtimes {
		t.Run(version, func(t *testing.T) {
			dir := newOperator(t, version)
			write(t, dir, "before.go", withoutAPIMachinery)
			run(t, dir, "mod", "tidy")
			before := kubernetesModules(t, dir)
			require.Equal(t, release, before["k8s.io/apimachinery"])

			require.NoError(t, os.Remove(filepath.Join(dir, "before.go")))
			copyProgram(t, dir, filters[version])
			run(t, dir, "mod", "tidy")
			for module, selected := range kubernetesModules(t, dir) {
				if old, known := before[module]; known {
					assert.Equal(t, old, selected, module)
				} else {
					t.Log("new:", module, selected)
				}
			}
			run(t, dir, "build", "./...")
			run(t, dir, "test", "./...")
		})
	}
}

// newOperator returns the folder of a module that requires a release of controller-runtime.
func newOperator(t *testing.T, version string) string {
	dir := t.TempDir()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	write(t, dir, "go.mod", fmt.Sprintf(`module example.com/operator

go 1.24.0

require sigs.k8s.io/controller-runtime %s

replace (
	github.com/seed95800270/crdschema => %s
	github.com/seed95800270/crdschema/apimachinery => %s
)
`, version, root, filepath.Join(root, "apimachinery")))
	return dir
}

// filters are the files of the program that a release of controller-runtime cannot be built with.
var filters = map[string]string{"v0.20.4": "filter.go", "v0.22.4": "nofilter.go", "v0.23.3": "nofilter.go", "v0.25.2": "nofilter.go"}

// withoutAPIMachinery imports what the program imports, except for this library.
const withoutAPIMachinery = `package main

import (
	_ "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	_ "sigs.k8s.io/controller-runtime"
	_ "sigs.k8s.io/controller-runtime/pkg/metrics/filters"
)

func main() {}
`

func copyProgram(t *testing.T, dir, except string) {
	files, err := filepath.Glob("testdata/operator/*.go")
	require.NoError(t, err)
	for _, name := range files {
		if filepath.Base(name) == except {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		write(t, dir, filepath.Base(name), string(text))
	}
}

func write(t *testing.T, dir, name, text string) {
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}

// kubernetesModules returns the selected versions of the Kubernetes modules of a program.
func kubernetesModules(t *testing.T, dir string) map[string]string {
	versions := map[string]string{}
	for line := range strings.Lines(run(t, dir, "list", "-m", "all")) {
		if module, version, found := strings.Cut(strings.TrimSpace(line), " "); found && strings.Contains(module, "k8s.io/") {
			versions[module] = version
		}
	}
	return versions
}

// run runs the go command and returns its output.
func run(t *testing.T, dir string, args ...string) string {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %s: %s", strings.Join(args, " "), out)
	return string(out)
}
