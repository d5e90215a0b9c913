package programs

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// APIServer builds examples/apiserver below a folder and returns the path of the program. It runs in a folder of
// internal/oracle.
func APIServer(ctx context.Context, dir string) (string, error) {
	path := filepath.Join(dir, "apiserver")
	command := exec.CommandContext(ctx, "go", "build", "-o", path, ".")
	command.Dir = "../../../examples/apiserver"
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// kubeconfig returns the path of the kubeconfig in a line that examples/apiserver prints, if it has one.
func kubeconfig(line string) (path string, found bool) {
	_, rest, found := strings.Cut(line, "--kubeconfig=")
	path, _, _ = strings.Cut(rest, " ")
	return path, found
}
