// Package project_test holds the tests of the whole project: its import edges, its exported
// identifiers, its codes of errors, its examples and its language.
package project_test

import (
	"log"
	"os"
	"testing"
)

// TestMain runs the tests in the root of the module, so that they name files as a reader does.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}
