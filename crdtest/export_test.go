package crdtest

import (
	"io/fs"
	"path"
	"strings"
)

// SuiteFiles returns the suites below the folders called tests.
func SuiteFiles(fsys fs.FS) (names []string, err error) {
	all, err := filesIn(fsys, ".")
	for _, name := range all {
		if path.Base(path.Dir(path.Dir(name))) == "tests" || strings.HasSuffix(name, ".testsuite.yaml") {
			names = append(names, name)
		}
	}
	return names, err
}
