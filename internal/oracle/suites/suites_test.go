package suites

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/seed95800270/crdschema/internal/oracle/programs"
)

// suite is the tests of some packages of a module.
type suite struct {
	// Module is a path with a version.
	Module   string
	Packages []string
	Tags     string
	// Ginkgo says that the tests are specs. Otherwise they are Go tests.
	Ginkgo bool
	// Definitions is a folder of CRDs: tests with one take a running server, the others start one.
	Definitions string
	// Failures has the reason for each test that fails. One that begins with [sometimes] is about a test that depends on time.
	Failures map[string]string
}

const sometimes = "sometimes: "

func TestSuites(t *testing.T) {
	if os.Getenv("ORACLE_FULL") != "1" {
		t.Skip("takes half an hour: ORACLE_FULL=1")
	}
	var all []suite
	text, err := os.ReadFile("testdata/suites.yaml")
	require.NoError(t, err)
	require.NoError(t, yaml.UnmarshalStrict(text, &all))
	var built builtPrograms
	built.server, built.assets, err = programs.Crdserver(t.Context(), t.TempDir())
	require.NoError(t, err)
	for _, s := range all {
		t.Run(path.Base(s.Module), func(t *testing.T) {
			dir := download(t, s.Module)
			total, passed, failed, known := 0, 0, map[string]bool{}, map[string]bool{}
			for _, name := range s.Packages {
				results, seconds := s.run(t, dir, name, built)
				t.Logf("%s: tests=%d seconds=%.1f%s", name, len(results), seconds, s.beside(t, dir, name, built))
				for test, problem := range results {
					total++
					known[test] = true
					if problem == "" {
						passed++
						continue
					}
					failed[test] = true
					if s.Failures[test] == "" {
						t.Errorf("%s: %q fails without a reason in testdata/suites.yaml:\n%s", name, test, problem)
					}
				}
			}
			for test, reason := range s.Failures {
				assert.True(t, failed[test] || known[test] && strings.HasPrefix(reason, sometimes), "%s passes, or does not exist: remove it from testdata/suites.yaml", test)
			}
			t.Logf("suites: module=%s tests=%d passed=%d", s.Module, total, passed)
			assert.GreaterOrEqual(t, passed*100, total*95)
		})
	}
}

// beside returns the seconds of the same tests with the programs of Kubernetes, and what fails there.
func (s suite) beside(t *testing.T, dir, name string, built builtPrograms) string {
	assets := os.Getenv("ENVTEST_ASSETS")
	if assets == "" || s.Definitions != "" {
		return ""
	}
	built.assets = assets
	results, seconds := s.run(t, dir, name, built)
	var failed []string
	for test, problem := range results {
		if problem != "" {
			failed = append(failed, test)
		}
	}
	text, err := json.Marshal(failed)
	require.NoError(t, err)
	return " of kube-apiserver=" + format(seconds) + " failed there=" + string(text)
}

// download returns a copy of a module that can be written.
func download(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	var problem *exec.ExitError
	if err != nil && assert.ErrorAs(t, err, &problem) {
		t.Skipf("module %s cannot be downloaded from here: %s", module, out)
	}
	var found struct{ Dir string }
	require.NoError(t, json.Unmarshal(out, &found))
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(found.Dir)))
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return err
	}))
	return dir
}

// builtPrograms are crdserver and the programs that envtest starts.
type builtPrograms struct{ server, assets string }
