package publish

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// conflict is an entry that differs in two merged documents. Part names the part of the
// document, Name the entry.
type conflict interface{ ~struct{ Part, Name string } }

type entry struct{ Part, Name string }

// First returns a copy of the first document that is not nil, or of empty.
func First[D any](docs []*D, empty *D) *D {
	for _, doc := range docs {
		if doc != nil {
			first := *doc
			return &first
		}
	}
	return empty
}

// Merge returns the entries that a part has in any of the documents, and adds to conflicts the
// entries that differ. entries returns the part of a document. The Kubernetes models are not
// compared, because all documents have them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder, MergeSpecsV3.
func Merge[D, V any, C conflict](conflicts *[]C, docs []*D, part string, entries func(*D) map[string]V) map[string]V {
	out := map[string]V{}
	for _, doc := range docs {
		if doc == nil {
			continue
		}
		source := entries(doc)
		for _, name := range slices.Sorted(maps.Keys(source)) {
			old, found := out[name]
			switch {
			case !found:
				out[name] = source[name]
			case !isKubernetesModel(name) && !reflect.DeepEqual(old, source[name]):
				*conflicts = append(*conflicts, C(entry{part, name}))
			}
		}
	}
	return out
}

func isKubernetesModel(name string) bool {
	return strings.HasPrefix(name, metaPrefix) || strings.HasPrefix(name, scalePrefix)
}

// SortConflicts sorts conflicts and removes duplicates.
func SortConflicts[C conflict](list []C) []C {
	slices.SortFunc(list, func(x, y C) int {
		a, b := entry(x), entry(y)
		return cmp.Or(cmp.Compare(a.Part, b.Part), cmp.Compare(a.Name, b.Name))
	})
	return slices.CompactFunc(list, func(x, y C) bool { return entry(x) == entry(y) })
}
