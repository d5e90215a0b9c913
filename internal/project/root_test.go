// Package project_test holds the tests of the whole project: its import edges, its exported
// identifiers, its codes of errors, its examples and its language.
package project_test

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var changeDir = sync.OnceValue(func() error { return os.Chdir("../..") })

// inRoot makes the root of the module the working directory, so that tests name files as a
// reader does. It is called in tests, not in TestMain: go test only knows the files that a
// cached test read if it saw the change of the directory.
func inRoot(t *testing.T) {
	t.Helper()
	require.NoError(t, changeDir())
}
