package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write what the program prints to testdata/golden")

// TestGolden runs the command in each file of testdata/golden and compares the output with the
// rest of the file. To add a case, write a file with the first two lines and run with -update.
//
//	# Why the case exists.
//	$ get -A -o wide
//	exit code 0
//	--- stdout
//	--- stderr
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.golden")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".golden"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			why, rest, found := strings.Cut(string(want), "\n$ get")
			require.True(t, found, "there is no command in %s", file)
			command, _, _ := strings.Cut(rest, "\n")
			got := why + "\n$ get" + command + "\n" + perform(t, command)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			assert.Equal(t, string(want), got)
		})
	}
}

// perform runs a command with the arguments in a line of text, at a fixed time.
func perform(t *testing.T, command string) string {
	command, input, _ := strings.Cut(command, " <")
	var stdin []byte
	if input = strings.TrimSpace(input); input != "" {
		var err error
		stdin, err = os.ReadFile(input)
		require.NoError(t, err)
	}
	var stdout, stderr bytes.Buffer
	args := append([]string{"--now", "2026-01-01T00:00:00Z"}, strings.Fields(command)...)
	code := run(args, bytes.NewReader(stdin), &stdout, &stderr)
	return fmt.Sprintf("exit code %d\n--- stdout\n%s--- stderr\n%s", code, &stdout, &stderr)
}

func TestSelectorWithBlanks(t *testing.T) {
	var stdout, stderr bytes.Buffer
	assert.Equal(t, 0, run([]string{"-l", "room in (kitchen, study)", "--field-selector", "metadata.name!=desk", "-o", "name"}, nil, &stdout, &stderr))
	assert.Equal(t, "lamp.example.com/ceiling\n", stdout.String())
	assert.Empty(t, stderr.String())
}
