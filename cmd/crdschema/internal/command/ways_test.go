package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMCP runs the messages of testdata/mcp.txt, a request and its answer by turns, as one session.
func TestMCP(t *testing.T) {
	t.Chdir("testdata")
	text, err := os.ReadFile("mcp.txt")
	require.NoError(t, err)
	var requests, want []string
	for line := range strings.Lines(string(text)) {
		if answer, ok := strings.CutPrefix(line, "< "); ok {
			want = append(want, strings.TrimSpace(answer))
		} else {
			requests = append(requests, strings.TrimPrefix(line, "> "))
		}
	}
	got := run(t, strings.Join(requests, ""), "mcp")
	assert.Equal(t, 0, got.Code, got.Err)
	answers := strings.Split(strings.TrimSpace(strings.ReplaceAll(got.Out, version(), "VERSION")), "\n")
	if *update {
		writeSession(t, requests, answers)
		return
	}
	require.Len(t, answers, len(want))
	for i := range want {
		assert.JSONEq(t, want[i], answers[i])
	}
}

func writeSession(t *testing.T, requests, answers []string) {
	var out strings.Builder
	for _, request := range requests {
		out.WriteString("> " + request)
		if !strings.Contains(request, "notifications/") {
			out.WriteString("< " + answers[0] + "\n")
			answers = answers[1:]
		}
	}
	require.NoError(t, os.WriteFile("mcp.txt", []byte(out.String()), 0o644))
}

// TestManual checks that the page has every command and flag, and that man can format it where there is
// one.
func TestManual(t *testing.T) {
	page := run(t, "", "man").Out
	for _, c := range newRoot("crdschema", Streams{}).Commands() {
		assert.Contains(t, page, ".SS "+roff("crdschema "+c.Use)+"\n")
	}
	assert.Contains(t, page, ".SS "+roff("crdschema audit merge REPORT...")+"\n")
	assert.Contains(t, page, ".B "+roff("--server-minor MINOR"))
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("there is no groff")
	}
	format := exec.Command(groff, "-man", "-Tutf8", "-ww")
	format.Stdin = strings.NewReader(page)
	out, err := format.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestCompletion checks what a shell is offered, and that bash can read its script.
func TestCompletion(t *testing.T) {
	assert.Equal(t, "github\njson\njunit\nsarif\ntext\n:4\n", run(t, "", "__complete", "validate", "-o", "").Out)
	assert.Equal(t, "ignore\nstrict\nwarn\n:4\n", run(t, "", "__complete", "check", "--field-validation", "").Out)
	for _, shell := range []string{"bash", "fish", "powershell", "zsh"} {
		assert.NotEmpty(t, run(t, "", "completion", shell).Out)
	}
	bash := exec.Command("bash", "-n")
	bash.Stdin = strings.NewReader(run(t, "", "completion", "bash").Out)
	assert.NoError(t, bash.Run())
}

// TestOverwrite checks that a report does not overwrite an input.
func TestOverwrite(t *testing.T) {
	text, err := os.ReadFile("testdata/crd.yaml")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("crd.yaml", text, 0o600))
	for _, args := range [][]string{{"validate", "crd.yaml"}, {"compat", "crd.yaml", "crd.yaml"}, {"validate", "--crd", "crd.yaml", "."}} {
		got := run(t, "", append(args, "-o", "json=./crd.yaml")...)
		assert.Equal(t, answer{Code: 2, Err: "crdschema: the report ./crd.yaml would overwrite an input\n"}, got)
	}
	after, err := os.ReadFile("crd.yaml")
	require.NoError(t, err)
	assert.Equal(t, text, after)
	for range 2 { // the second run finds the report of the first
		got := run(t, "", "validate", "-o", "text", "-o", "json=report.json", ".")
		assert.Equal(t, answer{Out: "judged 1, accepted 1, refused 0, warned 0, skipped 0, unreadable 0\n"}, got)
	}
}

// TestPlugin checks that the help of the plugin has its name.
func TestPlugin(t *testing.T) {
	var out strings.Builder
	code := Run(t.Context(), []string{"/usr/bin/kubectl-crdschema", "validate", "--help"}, Streams{Out: &out, Err: &out})
	assert.Equal(t, 0, code)
	assert.Contains(t, out.String(), "Usage:\n  kubectl crdschema validate [flags] FILE...\n")
}

// TestUnwritable checks that a report that cannot be written makes exit code 2, and that the others
// are complete.
func TestUnwritable(t *testing.T) {
	t.Chdir("testdata")
	file := filepath.Join(t.TempDir(), "report.json")
	var errs strings.Builder
	code := Run(t.Context(), []string{"crdschema", "validate", "-o", "text", "-o", "json=" + file, "crd.yaml", "objects"}, Streams{Out: broken{}, Err: &errs})
	assert.Equal(t, 2, code)
	assert.Equal(t, "crdschema: broken pipe\n", errs.String())
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var report struct{ Summary struct{ Judged int } }
	require.NoError(t, json.Unmarshal(text, &report))
	assert.Equal(t, 3, report.Summary.Judged)
	if _, err := os.Stat("/dev/full"); err == nil {
		assert.Equal(t, answer{Code: 2, Err: "crdschema: write /dev/full: no space left on device\n"}, run(t, "", "validate", "-o", "sarif=/dev/full", "crd.yaml"))
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
