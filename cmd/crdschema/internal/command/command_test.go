package command

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// answer is what a command wrote, and its exit code.
type answer struct {
	Code int    `json:"code"`
	Out  string `json:"out,omitempty"`
	Err  string `json:"err,omitempty"`
}

var update = flag.Bool("update", false, "write the answers of testdata/runs.yaml as they are")

func run(t *testing.T, stdin string, args ...string) answer {
	var out, errs bytes.Buffer
	code := Run(t.Context(), append([]string{"crdschema"}, args...), Streams{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return answer{code, out.String(), errs.String()}
}

// TestRuns runs the commands of testdata/runs.yaml in the folder testdata, and compares all that they
// write, with the exit code.
func TestRuns(t *testing.T) {
	t.Chdir("testdata")
	text, err := os.ReadFile("runs.yaml")
	require.NoError(t, err)
	var cases []struct {
		Name  string   `json:"name"`
		Args  []string `json:"args"`
		Stdin string   `json:"stdin,omitempty"`
		answer
	}
	require.NoError(t, yaml.UnmarshalStrict(text, &cases))
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			got := run(t, c.Stdin, c.Args...)
			got.Out = strings.ReplaceAll(got.Out, version(), "VERSION")
			if !*update {
				assert.Equal(t, c.answer, got)
			}
			cases[i].answer = got
		})
	}
	if *update {
		text, err = yaml.Marshal(cases)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("runs.yaml", text, 0o644))
	}
}

// TestUnreadableFolder checks that what lies beside an unreadable folder is judged.
func TestUnreadableFolder(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root can read everything")
	}
	dir := t.TempDir()
	crd, err := os.ReadFile("testdata/crd.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "crd.yaml"), crd, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "closed"), 0))
	got := run(t, "", "validate", dir)
	assert.Equal(t, answer{Code: 2, Out: filepath.Join(dir, "closed") + ": error: permission denied\n" +
		"judged 1, accepted 1, refused 0, warned 0, skipped 0, unreadable 1\n"}, got)
}
