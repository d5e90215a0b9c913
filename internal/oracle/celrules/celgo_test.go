package celrules

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/celrecord"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// celGo is the version of cel-go that the server and the oracle link.
const celGo = "v0.29.2"

// TestVersionsOfCELGo compares programs that link the versions of cel-go at this path with the
// oracle. cel-go v0.32 is another module.
func TestVersionsOfCELGo(t *testing.T) {
	labels, lines := recordedCases(t)
	input := strings.Join(lines, "")
	var want bytes.Buffer
	require.NoError(t, celrecord.Lines(strings.NewReader(input), &want))
	for _, version := range []string{celGo, "v0.30.0", "v0.31.0"} {
		got, err := printed(t, version, input)
		require.NoError(t, err, version)
		compareRecords(t, version, labels, lines, strings.Split(got, "\n"), strings.Split(want.String(), "\n"))
	}
}

func compareRecords(t *testing.T, version string, labels, lines, got, want []string) {
	t.Helper()
	cases := parity.Cases[int]{N: len(lines), At: func(i int) (string, int) { return labels[i], i }}
	parity.Run(t, "cel-"+strings.TrimPrefix(version, "v")[:4], cases, func(c *parity.Check, i int) {
		if i >= len(got) {
			c.Fail("record", nil, nil, "the program printed %d lines", len(got))
			return
		}
		c.Equal(lines[i], strings.Split(got[i], `","`), strings.Split(want[i], `","`))
	})
}

// printed returns what a program that links a version of cel-go prints for cases.
func printed(t *testing.T, version, input string) (string, error) {
	t.Helper()
	var out, problems bytes.Buffer
	command := exec.Command(build(t, version))
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &problems
	err := command.Run()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, problems.String())
	}
	return out.String(), err
}

// build builds the program of celrecord with a go.mod that requires the version. Its sums are
// in testdata.
func build(t *testing.T, version string) (program string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	require.NoError(t, err)
	more, err := os.ReadFile("testdata/celgo.sum")
	require.NoError(t, err)
	required := "github.com/google/cel-go "
	require.Contains(t, string(mod), required+celGo)
	dir := t.TempDir()
	changed := strings.Replace(string(mod), required+celGo, required+version, 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(changed), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.sum"), append(sums, more...), 0o600))
	program = filepath.Join(dir, "print")
	command := exec.Command("go", "build", "-modfile", filepath.Join(dir, "go.mod"), "-o", program, "./internal/celrecord/print")
	command.Dir = root
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}
