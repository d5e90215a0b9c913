package programs

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Crdserver builds the program crdserver and its stand-ins for the programs of envtest below a folder. It
// returns the path of the program and the folder of the stand-ins. It runs in a folder of internal/oracle.
func Crdserver(ctx context.Context, dir string) (server, assets string, err error) {
	command := exec.CommandContext(ctx, "go", "build", "-o", dir, "./assets", "./cmd/crdserver")
	command.Dir = "../../../crdserver"
	if out, err := command.CombinedOutput(); err != nil {
		return "", "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "assets"), "-dir", filepath.Join(dir, "bin")).Output()
	return filepath.Join(dir, "crdserver"), strings.TrimSpace(string(out)), err
}
