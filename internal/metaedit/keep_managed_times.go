package metaedit

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// KeepManagedTimes returns obj, which replaces old, with the managed fields of old if
// both differ in nothing but the times in them. Resource versions are not compared.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager,
// IgnoreManagedFieldsTimestampsTransformer.
func KeepManagedTimes(obj, old map[string]any) map[string]any {
	list, _ := Metadata(obj)["managedFields"].([]any)
	was, _ := Metadata(old)["managedFields"].([]any)
	if len(list) == 0 || !differInTimes(list, was) || !EqualBut(obj, old, "metadata") ||
		!EqualBut(Metadata(obj), Metadata(old), "managedFields", "resourceVersion") {
		return obj
	}
	meta, out := cow.OfMap(Metadata(obj)), cow.OfMap(obj)
	meta.Set("managedFields", was)
	fields, _ := meta.Result()
	out.Set("metadata", fields)
	obj, _ = out.Result()
	return obj
}

// differInTimes reports whether two lists of entries differ, but only in times.
func differInTimes(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	differ := false
	for i, e := range a {
		x, y := entryOf(e), entryOf(b[i])
		if !EqualBut(x, y, "time") {
			return false
		}
		differ = differ || !structural.Equal(x["time"], y["time"])
	}
	return differ
}
