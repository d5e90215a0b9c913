package suites

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// limit bounds the tests of one package.
const limit = 15 * time.Minute

// run runs the tests of a package. It returns the problem of each, "" if it passed, and the seconds.
func (s suite) run(t *testing.T, module, name string, p builtPrograms) (map[string]string, float64) {
	t.Helper()
	binary, report := filepath.Join(module, strings.ReplaceAll(name, "/", "_")+".test"), filepath.Join(t.TempDir(), "report.json")
	dir := filepath.Join(module, name)
	if _, err := os.Stat(binary); err != nil {
		command := exec.Command("go", "test", "-mod=mod", "-vet=off", "-tags", s.Tags, "-c", "-o", binary, ".")
		command.Dir, command.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		output, err := command.CombinedOutput()
		require.NoError(t, err, string(output))
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	command := exec.CommandContext(ctx, binary, "-test.v")
	if s.Ginkgo {
		command.Args = append(command.Args, "-ginkgo.json-report="+report)
	}
	command.Dir = dir
	command.Env = append(os.Environ(), "KUBEBUILDER_ASSETS="+p.assets, "TEST_ASSET_ETCD="+filepath.Join(p.assets, "etcd"),
		"TEST_ASSET_KUBE_APISERVER="+filepath.Join(p.assets, "kube-apiserver"))
	if s.Definitions != "" {
		command.Env = append(command.Env, "KUBECONFIG="+serve(t, p.server, filepath.Join(module, s.Definitions)))
	}
	began := time.Now()
	output, err := command.CombinedOutput()
	seconds := time.Since(began).Seconds()
	results := goTests(string(output))
	if s.Ginkgo {
		results = specs(t, report, string(output))
	}
	require.NotEmpty(t, results, "%v: %s", err, output)
	return results, seconds
}

func format(seconds float64) string { return fmt.Sprintf("%.1f", seconds) }

// serve starts crdserver and returns its kubeconfig.
func serve(t *testing.T, program, definitions string) string {
	t.Helper()
	command := exec.Command(program, "-crd", definitions)
	output, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	text, path := make(chan []byte, 1), filepath.Join(t.TempDir(), "kubeconfig")
	go func() { // until the server ends
		buffer := make([]byte, 1<<20)
		n, _ := output.Read(buffer)
		text <- buffer[:n]
		_, _ = io.Copy(io.Discard, output)
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	require.NoError(t, os.WriteFile(path, <-text, 0o600))
	return path
}

// specs reads a report of Ginkgo. Pending specs are left out.
func specs(t *testing.T, report, output string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(report)
	require.NoError(t, err, output)
	var reports []struct {
		SpecReports []struct {
			ContainerHierarchyTexts           []string
			LeafNodeType, LeafNodeText, State string
			Failure                           struct{ Message string }
		}
	}
	require.NoError(t, json.Unmarshal(text, &reports))
	out := map[string]string{}
	for _, r := range reports {
		for _, spec := range r.SpecReports {
			name := strings.Join(append(spec.ContainerHierarchyTexts, spec.LeafNodeText), " ")
			switch {
			case spec.LeafNodeType != "It" && spec.State == "passed", spec.State == "pending", spec.State == "skipped":
			case spec.State == "passed":
				out[name] = ""
			default:
				out[name] = spec.State + ": " + spec.Failure.Message
			}
		}
	}
	return out
}

var (
	goTest  = regexp.MustCompile(`(?m)^\s*--- (PASS|FAIL|SKIP): (\S+)`)
	running = regexp.MustCompile(`(?m)^=== RUN\s+(\S+)`)
)

// goTests reads the output of Go tests. Tests with subtests, and skipped ones, are left out; one that has not ended fails.
func goTests(output string) map[string]string {
	out := map[string]string{}
	for _, found := range running.FindAllStringSubmatch(output, -1) {
		out[found[1]] = "it has not ended"
	}
	for _, found := range goTest.FindAllStringSubmatch(output, -1) {
		switch found[1] {
		case "PASS":
			out[found[2]] = ""
		case "FAIL":
			_, text, _ := strings.Cut(output, "--- FAIL: "+found[2]+" ")
			out[found[2]] = text[:min(len(text), 1500)]
		default:
			delete(out, found[2])
		}
	}
	for name := range out {
		for parent := name; strings.Contains(parent, "/"); {
			parent = parent[:strings.LastIndex(parent, "/")]
			delete(out, parent)
		}
	}
	return out
}
