package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// program is a command that judges a folder of files.
type program struct {
	name string
	args []string
	// refused returns the files that it refuses, and those without a verdict.
	refused func(stdout []byte) (refused, silent map[string]bool, err error)
}

// programs returns the commands found in a folder of binaries.
func programs(bin, dir string) (out []program) {
	crds, objects := filepath.Join(dir, "crds"), filepath.Join(dir, "objects")
	schemas := filepath.Join(dir, "schemas") + "/{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json"
	for _, p := range []program{
		{"crdschema", []string{"validate", "--crd", crds, "-o", "json", objects}, readOurs},
		{"kubectl-validate", []string{"--local-crds", crds, "-o", "json", objects}, readKubectlValidate},
		{"kubeconform", []string{"-strict", "-schema-location", schemas, "-output", "json", "-verbose", "-n", "2", objects}, readKubeconform},
	} {
		file := filepath.Join(bin, p.name)
		if _, err := os.Stat(file); err == nil {
			p.args = append([]string{file}, p.args...)
			out = append(out, p)
		}
	}
	return out
}

// cost is what one run took. Memory is the largest resident set, in bytes.
type cost struct {
	Wall, CPU time.Duration
	Memory    int64
}

// measurer runs commands through the program of the folder measure.
type measurer struct{ program, result string }

// newMeasurer builds the program. The current folder is the one of this module.
func newMeasurer(dir string) (measurer, error) {
	m := measurer{filepath.Join(dir, "measure"), filepath.Join(dir, "measured.json")}
	out, err := exec.Command("go", "build", "-o", m.program, "./measure").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return m, err
}

func (m measurer) run(p program) ([]byte, cost, error) {
	cmd := exec.Command(m.program, append([]string{m.result}, p.args...)...)
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && out.Len() > 0 {
		err = nil // it refuses something
	}
	if err != nil {
		return nil, cost{}, fmt.Errorf("%s: %w: %.1000s", p.name, err, &problems)
	}
	text, err := os.ReadFile(m.result)
	if err != nil {
		return nil, cost{}, err
	}
	var c cost
	return out.Bytes(), c, json.Unmarshal(text, &c)
}

func readOurs(out []byte) (map[string]bool, map[string]bool, error) {
	var report struct {
		Items []struct{ File, Verdict string }
	}
	err := json.Unmarshal(out, &report)
	refused, silent := map[string]bool{}, map[string]bool{}
	for _, i := range report.Items {
		refused[filepath.Base(i.File)] = i.Verdict == "refused"
		silent[filepath.Base(i.File)] = i.Verdict == "unreadable"
	}
	return refused, silent, err
}

func readKubectlValidate(out []byte) (map[string]bool, map[string]bool, error) {
	var report map[string][]struct{ Status, Reason string }
	err := json.Unmarshal(out, &report)
	refused, silent := map[string]bool{}, map[string]bool{}
	for file, statuses := range report {
		for _, s := range statuses {
			refused[filepath.Base(file)] = refused[filepath.Base(file)] || s.Status != "Success"
			silent[filepath.Base(file)] = silent[filepath.Base(file)] || s.Reason == "InternalError"
		}
	}
	return refused, silent, err
}

func readKubeconform(out []byte) (map[string]bool, map[string]bool, error) {
	var report struct {
		Resources []struct{ Filename, Status string }
	}
	err := json.Unmarshal(out, &report)
	refused, silent := map[string]bool{}, map[string]bool{}
	for _, r := range report.Resources {
		file := filepath.Base(r.Filename)
		refused[file] = refused[file] || r.Status == "statusInvalid" || r.Status == "statusError"
		silent[file] = silent[file] || r.Status == "statusSkipped"
	}
	return refused, silent, err
}
