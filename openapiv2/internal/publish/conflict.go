package publish

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Conflict is something that two merged documents say differently. The first
// one counts.
type Conflict struct {
	// Part is where it stands: "paths", "definitions", "parameters" or
	// "schemas".
	Part string
	// Name is the path, or the name of the model or parameter.
	Name string
}

// String prints the conflict: `two documents have different definitions
// "com.example.v1.Foo"`.
func (c Conflict) String() string {
	return "two documents have different " + c.Part + ` "` + c.Name + `"`
}

// MergeInto adds the entries of source to target and says which of them target
// has already and differently. The Kubernetes models are not compared: all
// documents have them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder,
// MergeSpecsV3.
func MergeInto[V any](target, source map[string]V, part string) []Conflict {
	var out []Conflict
	for _, name := range slices.Sorted(maps.Keys(source)) {
		old, found := target[name]
		switch {
		case !found:
			target[name] = source[name]
		case !strings.HasPrefix(name, metaPrefix) && !strings.HasPrefix(name, scalePrefix) && !reflect.DeepEqual(old, source[name]):
			out = append(out, Conflict{Part: part, Name: name})
		}
	}
	return out
}

// SortConflicts sorts and removes repetitions.
func SortConflicts(list []Conflict) []Conflict {
	slices.SortFunc(list, func(a, b Conflict) int {
		return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.Name, b.Name))
	})
	return slices.Compact(list)
}
