package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// full reports whether ATTACK_FULL is set: all values are tried, at larger sizes.
var full = os.Getenv("ATTACK_FULL") != ""

func TestMain(m *testing.M) {
	if from, err := strconv.Atoi(os.Getenv(zeroVariable)); err == nil {
		zeroMain(from)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// buildProbe builds the probe and returns its path. With flags it is another binary.
func buildProbe(t *testing.T, flags ...string) string {
	binary := filepath.Join(t.TempDir(), "probe")
	build := exec.Command("go", append(append([]string{"build", "-o", binary}, flags...), "./probe")...)
	output, err := build.CombinedOutput()
	require.NoError(t, err, string(output))
	return binary
}
