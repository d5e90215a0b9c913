package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Release is the version of Kubernetes.
const Release = "v1.37.2"

// Download downloads the module k8s.io/kubernetes and returns its folder of API documents. An
// *exec.ExitError says that it cannot be downloaded.
func Download(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", "k8s.io/kubernetes@"+Release)
	cmd.Dir = os.TempDir() // outside of a module
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("k8s.io/kubernetes: %w", err)
	}
	var module struct{ Dir string }
	err = json.Unmarshal(text, &module)
	return filepath.Join(module.Dir, "api"), err
}

// read decodes a JSON file.
func read(name string, into any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
