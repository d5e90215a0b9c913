package buildinfo

import (
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTestedVersions compares the list with the files by which tests run, and with the sums of
// the versions of cel-go that internal/oracle/celrules compares.
func TestTestedVersions(t *testing.T) {
	selected := map[string][]string{}
	for _, name := range moduleFiles(t) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, line := range versionLine.FindAllStringSubmatch(string(text), -1) {
			selected[line[1]] = append(selected[line[1]], line[2])
		}
		goVersion := version.Lang("go" + goLine.FindStringSubmatch(string(text))[1])
		selected[goModule] = append(selected[goModule], goVersion)
	}
	sums, err := os.ReadFile("../internal/oracle/celrules/testdata/celgo.sum")
	require.NoError(t, err)
	for _, line := range sumLine.FindAllStringSubmatch(string(sums), -1) {
		selected[line[1]] = append(selected[line[1]], line[2])
	}
	for _, d := range dependencies {
		slices.Sort(selected[d.Module])
		assert.Equal(t, slices.Compact(selected[d.Module]), slices.Sorted(slices.Values(d.Tested)), d.Module)
	}
}

var (
	versionLine = regexp.MustCompile(`(?m)^\t([a-z0-9./-]+) (v\S+)(?: // indirect)?$`)
	sumLine     = regexp.MustCompile(`(?m)^(\S+) (v[^\s/]+) h1:`)
	goLine      = regexp.MustCompile(`(?m)^go (\S+)$`)
)

// moduleFiles returns the files of modules that test this library with versions of their own.
func moduleFiles(t *testing.T) []string {
	var names []string
	for _, pattern := range []string{"../*.mod", "../apimachinery/*.mod", "../internal/oracle/*.mod", "../internal/oracle/*/*.mod"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		names = append(names, found...)
	}
	// The module of Kubernetes 1.35 compares formats and numbers only.
	return slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, "/older/") })
}

// TestPage checks that the table of docs/COMPATIBILITY.md has the list.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/COMPATIBILITY.md")
	require.NoError(t, err)
	for _, d := range dependencies {
		assert.Contains(t, string(page), fmt.Sprintf("| `%s` | %s | %s |\n", d.Module, d.Decides, strings.Join(d.Tested, ", ")))
	}
}
