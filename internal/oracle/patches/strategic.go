package patches

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// Strategic returns the text of a strategic merge patch for obj: a change with directives.
func Strategic(r *rand.Rand, obj map[string]any) []byte {
	s := speller{Rand: r, odd: []int{5, 60, 1000}[r.IntN(3)]}
	patch, isObject := change(r, obj, obj, 0).(map[string]any)
	if !isObject {
		patch = map[string]any{}
	}
	if r.IntN(2) == 0 {
		patch["metadata"] = lists(r, obj)
	}
	patch = structural.Clone(patch) // which shares values with obj
	direct(r, patch, obj)
	s.value(patch)
	return spoil(r, s.b.String())
}

// lists returns a patch of the metadata, whose lists merge.
func lists(r *rand.Rand, obj map[string]any) map[string]any {
	meta := map[string]any{}
	if r.IntN(2) == 0 {
		meta["finalizers"] = finalizers(r)
	}
	if r.IntN(2) == 0 {
		meta["ownerReferences"] = owners(r, obj)
	}
	if r.IntN(3) == 0 {
		meta["$deleteFromPrimitiveList/finalizers"] = finalizers(r)
	}
	if r.IntN(3) == 0 {
		meta["$setElementOrder/finalizers"] = finalizers(r)
	}
	if r.IntN(3) == 0 {
		meta["$setElementOrder/ownerReferences"] = owners(r, obj)
	}
	return meta
}

func finalizers(r *rand.Rand) []any {
	list := []any{}
	for range r.IntN(4) {
		list = append(list, []any{"a/a", "b/b", "c/c", "d/d", "customresourcecleanup.apiextensions.k8s.io", int64(1)}[min(r.IntN(6), r.IntN(40))])
	}
	return list
}

func owners(r *rand.Rand, obj map[string]any) []any {
	list := []any{}
	for range r.IntN(4) {
		owner := map[string]any{"uid": []string{"u", "v", "w"}[r.IntN(3)]}
		if r.IntN(3) > 0 {
			owner["apiVersion"], owner["kind"], owner["name"] = "v1", "A", []string{"a", "b"}[r.IntN(2)]
		}
		if r.IntN(4) == 0 {
			owner["$patch"] = []string{"delete", "delete", "replace", "merge", "other"}[r.IntN(5)]
		}
		if r.IntN(20) == 0 {
			delete(owner, "uid")
		}
		list = append(list, owner)
	}
	if r.IntN(20) == 0 {
		list = append(list, value(r, obj))
	}
	return list
}

// direct adds directives to some objects of a patch.
func direct(r *rand.Rand, v any, whole map[string]any) {
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		for _, name := range names {
			direct(r, v[name], whole)
		}
		if r.IntN(12) > 0 {
			return
		}
		name := word(r)
		if len(names) > 0 {
			name = names[r.IntN(len(names))]
		}
		switch r.IntN(5) {
		case 0:
			v["$patch"] = []any{"replace", "delete", "merge", int64(1)}[r.IntN(4)]
		case 1:
			v["$retainKeys"] = keys(r, names)
		case 2:
			v["$deleteFromPrimitiveList/"+name] = structural.Clone(value(r, whole))
		case 3:
			v["$setElementOrder/"+name] = structural.Clone(value(r, whole))
		default:
			v[[]string{"$deleteFromPrimitiveList", "$setElementOrder", "$retainKeys", "$deleteFromPrimitiveListX/a", "$setElementOrderX/a"}[r.IntN(5)]] = structural.Clone(value(r, whole))
		}
	case []any:
		for _, e := range v {
			direct(r, e, whole)
		}
	}
}

func keys(r *rand.Rand, names []string) []any {
	list := []any{}
	for _, name := range append(names, "apiVersion", "kind", "metadata", "spec", "status", "name") {
		if r.IntN(8) > 0 {
			list = append(list, name)
		}
	}
	return list
}
