package project_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// door is an entry of testdata/doors.yaml.
type door struct {
	Door  string   `json:"door"`
	Did   string   `json:"did"`
	Wrong string   `json:"wrong"`
	Tests []string `json:"tests"` // folder and name
}

// TestDoors checks that the tests of testdata/doors.yaml exist, and that the comments of tests
// name their doors.
func TestDoors(t *testing.T) {
	inRoot(t)
	text, err := os.ReadFile("testdata/doors.yaml")
	require.NoError(t, err)
	var doors []door
	require.NoError(t, yaml.UnmarshalStrict(text, &doors))
	require.NotEmpty(t, doors)
	seen := map[string]bool{}
	for _, d := range doors {
		assert.False(t, seen[d.Door], "%s is repeated", d.Door)
		seen[d.Door] = true
		assert.NotEmpty(t, d.Did, d.Door)
		assert.NotEmpty(t, d.Wrong, d.Door)
		assert.NotEmpty(t, d.Tests, d.Door)
		for _, test := range d.Tests {
			folder, name, _ := strings.Cut(test, " ")
			comment, found := commentOf(t, folder, name)
			if assert.True(t, found, "%s: no %s in %s", d.Door, name, folder) && strings.HasPrefix(name, "Test") {
				named := regexp.MustCompile(`\bDoors? ([\w,]+ )*` + regexp.QuoteMeta(d.Door) + `\b`)
				assert.Regexp(t, named, comment, "the comment of %s", test)
			}
		}
	}
}

// commentOf returns the comment on a function in the tests of a folder, in one line.
func commentOf(t *testing.T, folder, name string) (comment string, found bool) {
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		before, _, found := strings.Cut(string(text), "\nfunc "+name+"(")
		if !found {
			continue
		}
		lines := strings.Split(before, "\n")
		for i := len(lines) - 1; i >= 0 && strings.HasPrefix(lines[i], "//"); i-- {
			comment = strings.TrimPrefix(lines[i], "//") + comment
		}
		return comment, true
	}
	return "", false
}
