//go:build linux

package command

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var megabytes = flag.Int("megabytes", 160, "size of the long standard input of TestFlatMemory")

// TestFlatMemory checks that the memory for standard input does not grow with it once it is longer than
// what is held. What 4 times the input takes more is less than half of the
// difference, and would be all of it if the texts were held.
func TestFlatMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it judges 200 MB, which takes seconds: run it without -short")
	}
	path := program(t)
	short := *megabytes / 4
	small, large := residentMiB(t, path, short), residentMiB(t, path, *megabytes)
	t.Logf("%d MB: %d MiB, %d MB: %d MiB", short, small, *megabytes, large)
	assert.Less(t, large-small, (*megabytes-short)/2)
}

// residentMiB returns the largest memory of the program while it judges objects of a size. It is at least
// the memory of this test.
func residentMiB(t *testing.T, path string, megabytes int) int {
	crd, err := os.ReadFile("testdata/crd.yaml")
	require.NoError(t, err)
	in, to := io.Pipe()
	go func() {
		_, _ = to.Write(append(crd, "---\n"...)) // the program reports what it did not get
		for i := range megabytes * 8 {
			_, _ = fmt.Fprintf(to, `{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "lamp-%d", "annotations": {"note": "%s"}}, "spec": {"watts": 7}}`+"\n---\n",
				i, strings.Repeat("x", 125_000))
		}
		_ = to.Close()
	}()
	first, _, _ := strings.Cut(path, string(os.PathListSeparator))
	cmd := exec.Command(filepath.Join(first, "crdschema"), "validate", "-")
	cmd.Stdin, cmd.Env = in, append(os.Environ(), "GOGC=50") // less garbage
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	n := megabytes*8 + 1
	require.Equal(t, fmt.Sprintf("judged %d, accepted %d, refused 0, warned 0, skipped 0, unreadable 0\n", n, n), string(out))
	return int(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10)
}
