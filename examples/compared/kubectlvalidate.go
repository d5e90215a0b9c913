package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// kubectlValidate runs the program kubectl-validate on the object with the CRD, or on
// the CRD itself. The program does not know stored objects.
func kubectlValidate(program string) tool {
	return tool{"kubectl-validate v0.0.4", func(c testCase) (string, error) {
		dir, err := os.MkdirTemp("", "compared")
		if err != nil {
			return "", err
		}
		defer os.RemoveAll(dir)
		crds, object := filepath.Join(dir, "crds"), filepath.Join(dir, "object.yaml")
		text, flags := c.object, []string{"--local-crds", crds}
		if text == "" {
			text, flags = c.crd, nil
		}
		if err := errors.Join(
			os.Mkdir(crds, 0o755),
			os.WriteFile(filepath.Join(crds, "crd.yaml"), []byte(c.crd), 0o644),
			os.WriteFile(object, []byte(text), 0o644),
		); err != nil {
			return "", err
		}
		output, err := exec.Command(program, append(flags, object)...).CombinedOutput()
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			return strings.TrimSpace(string(output)), nil
		}
		return "", err
	}}
}
