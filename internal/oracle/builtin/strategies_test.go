package builtin_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// TestStrategies compares the lists of behavior.yaml with the strategies of the server, whose folders have the names of
// their kinds.
func TestStrategies(t *testing.T) {
	text, err := os.ReadFile("../../../crdserver/internal/builtin/behavior.yaml")
	require.NoError(t, err)
	var lists struct{ Conditional, Created []string }
	require.NoError(t, yaml.Unmarshal(text, &lists))
	registry := filepath.Join(filepath.Dir(api(t)), "pkg", "registry")
	conditional := folders(t, registry, regexp.MustCompile(`\) AllowUnconditionalUpdate\([^)]*\) bool \{\s+(return false|reqInfo)`))
	conditional["apiservice"] = true // its strategy is in k8s.io/kube-aggregator
	require.Equal(t, names(conditional), kinds(lists.Conditional))
	require.Equal(t, names(folders(t, registry, regexp.MustCompile(`\) AllowCreateOnUpdate\([^)]*\) bool \{\s+return true`))), kinds(lists.Created))
}

// folders returns the folders with a file that matches.
func folders(t *testing.T, root string, pattern *regexp.Regexp) map[string]bool {
	out := map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Base(name) != "strategy.go" {
			return err
		}
		text, err := os.ReadFile(name)
		if pattern.Match(text) {
			out[filepath.Base(filepath.Dir(name))] = true
		}
		return err
	}))
	return out
}

// kinds returns the names of the folders of resources.
func kinds(resources []string) []string {
	out := map[string]bool{}
	for _, resource := range resources {
		name, _, _ := strings.Cut(resource, ".")
		switch {
		case name == "storageversionmigrations":
			name = "storagemigration"
		case strings.HasSuffix(name, "ies"):
			name = strings.TrimSuffix(name, "ies") + "y"
		case strings.HasSuffix(name, "sses"):
			name = strings.TrimSuffix(name, "es")
		default:
			name = strings.TrimSuffix(name, "s")
		}
		out[name] = true
	}
	return names(out)
}

func names(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
