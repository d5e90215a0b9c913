package main

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// mutant is one broken rule.
type mutant struct {
	// Name is "room/what".
	Name string `json:"name"`
	// Breaks says in a line what the rule is and how it is broken.
	Breaks string `json:"breaks"`
	// File is the source file, relative to the root of the module.
	File string `json:"file"`
	// Old is a text that occurs exactly once in the file, and New its replacement.
	Old string `json:"old"`
	New string `json:"new"`
	// Tests are the packages to test, one after the other until one notices the
	// mutant, relative to the root of the module.
	Tests []string `json:"tests"`
	// Comparison is run if the tests notice nothing. A mutant without one must be
	// noticed by the tests.
	Comparison comparison `json:"comparison,omitempty"`
	// Hangs declares that the mutant may never end, so that a timeout counts as
	// noticing it.
	Hangs bool `json:"hangs,omitempty"`
}

// comparison names tests of a package in internal/oracle.
type comparison struct {
	Package string `json:"package"`
	Run     string `json:"run"`
}

//go:embed list/*.yaml
var lists embed.FS

// readMutants returns the mutants of all lists, in the order of the files.
func readMutants() ([]mutant, error) {
	files, err := lists.ReadDir("list")
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, file := range files {
		text, err := lists.ReadFile("list/" + file.Name())
		if err != nil {
			return nil, err
		}
		var some []mutant
		if err := yaml.UnmarshalStrict(text, &some); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		all = append(all, some...)
	}
	return all, checkNames(all)
}

func checkNames(all []mutant) error {
	seen := map[string]bool{}
	for _, m := range all {
		switch {
		case m.Name == "" || m.Breaks == "" || len(m.Tests) == 0:
			return fmt.Errorf("mutant %q: name, breaks and tests are required", m.Name)
		case seen[m.Name]:
			return fmt.Errorf("mutant %q is listed twice", m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}

// apply returns the source file of a module with the mutation.
func (m mutant) apply(root string) (broken string, err error) {
	text, err := os.ReadFile(filepath.Join(root, m.File))
	if err != nil {
		return "", fmt.Errorf("mutant %s: %w", m.Name, err)
	}
	if n := strings.Count(string(text), m.Old); n != 1 {
		return "", fmt.Errorf("mutant %s: %s has the text %d times: %q", m.Name, m.File, n, m.Old)
	}
	if m.Old == m.New {
		return "", fmt.Errorf("mutant %s: nothing changes", m.Name)
	}
	return strings.Replace(string(text), m.Old, m.New, 1), nil
}
