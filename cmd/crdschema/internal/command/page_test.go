package command

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/cmd/crdschema/internal/report"
)

var commandWithOutput = regexp.MustCompile("(?ms)^```sh\n(.*?)^```\n\n```text\n(.*?)^```$")

// program builds the program, and returns the PATH in which it is found.
func program(t *testing.T) string {
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "crdschema"), "../..").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

// TestPage runs the commands of docs/CI.md in a shell, and compares what they print.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/CI.md")
	require.NoError(t, err)
	path, dir := program(t), t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata")))
	blocks := commandWithOutput.FindAllSubmatch(page, -1)
	require.NotEmpty(t, blocks)
	for _, block := range blocks {
		shell := exec.Command("sh", "-e", "-c", string(block[1]))
		shell.Dir, shell.Env = dir, append(os.Environ(), "PATH="+path)
		out, err := shell.CombinedOutput()
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			out = fmt.Appendf(out, "exit code %d\n", failed.ExitCode())
		}
		assert.Equal(t, string(block[2]), string(out), "%s", block[1])
	}
	for _, report := range []string{"report.xml", "report.sarif", "report.json"} {
		assert.FileExists(t, filepath.Join(dir, report))
	}
}

var ruleRow = regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| .+ \\|$")

// TestRules checks that docs/CI.md explains the rules of the program.
func TestRules(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/CI.md")
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "\n### Rules\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	var got []string
	for _, row := range ruleRow.FindAllStringSubmatch(section, -1) {
		got = append(got, row[1])
	}
	assert.ElementsMatch(t, report.Rules(), got)
}
