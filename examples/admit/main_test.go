package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the program prints to testdata/golden")

// TestGolden runs the command in each file of testdata/golden and compares the
// output with the rest of the file:
//
//	# Why the case exists.
//	$ admit -crd testdata/crd.yaml - < testdata/stored.yaml
//	exit code 0
//	--- stdout
//	--- stderr
//
// To add a case, write a file with the first two lines and run with -update.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.golden")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".golden"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			why, rest, found := strings.Cut(string(want), "\n$ admit")
			require.True(t, found, "there is no command in %s", file)
			command, _, _ := strings.Cut(rest, "\n")
			got := why + "\n$ admit" + command + "\n" + perform(t, command)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			assert.Equal(t, string(want), got)
		})
	}
}

func perform(t *testing.T, command string) string {
	command, input, _ := strings.Cut(command, "<")
	var stdin []byte
	if input = strings.TrimSpace(input); input != "" {
		var err error
		stdin, err = os.ReadFile(input)
		require.NoError(t, err)
	}
	var stdout, stderr bytes.Buffer
	code := run(strings.Fields(command), bytes.NewReader(stdin), &stdout, &stderr)
	return fmt.Sprintf("exit code %d\n--- stdout\n%s--- stderr\n%s", code, &stdout, &stderr)
}

// verdictLine matches what each verdict has once in any format.
var verdictLine = regexp.MustCompile(`(?m)^(accepted|rejected) +testdata/objects/|"file":"testdata/objects/|^file: testdata/objects/`)

// TestBuiltIn checks that the built-in objects are reported in all formats, and
// that they are accepted or rejected as they are meant to be.
func TestBuiltIn(t *testing.T) {
	objects, err := builtIn.ReadDir("testdata/objects")
	require.NoError(t, err)
	require.NotEmpty(t, objects)
	for format := range formats {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, exitAccepted, run([]string{"-o", format}, nil, &stdout, &stderr))
		assert.Empty(t, stderr.String())
		assert.Len(t, verdictLine.FindAllString(stdout.String(), -1), 10)
		for _, object := range objects {
			assert.Contains(t, stdout.String(), "testdata/objects/"+object.Name())
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestUnwritable(t *testing.T) {
	for format := range formats {
		var stderr bytes.Buffer
		assert.Equal(t, exitNoVerdict, run([]string{"-o", format}, nil, failing{}, &stderr))
		assert.Equal(t, "admit: "+os.ErrClosed.Error()+"\n", stderr.String())
	}
}
