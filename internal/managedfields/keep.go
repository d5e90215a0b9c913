package managedfields

import (
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// Keep sets the managed fields of meta to the ones of old if the request has none or the
// server cannot decode them. An only entry that is empty removes all. [Merge] or
// [DropOthers] comes next.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.Update.
func Keep(meta, old *metaedit.Editor) {
	switch list, _ := meta.Get("managedFields").([]any); {
	case len(list) == 1 && Resets(list):
		meta.Set("managedFields", nil)
	case list == nil || !areReadable(list):
		meta.Set("managedFields", old.Get("managedFields"))
	}
}

// Resets reports whether the managed fields of a request remove all entries.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, isResetManagedFields.
func Resets(list []any) bool {
	switch len(list) {
	case 0:
		return list != nil
	case 1:
		return EntryOf(list[0]) == Entry{}
	default:
		return false
	}
}

// areReadable reports whether the server can decode a list. It ignores others.
func areReadable(list []any) bool {
	for i, v := range list {
		if e := EntryOf(v); e.Validate(i) != nil || !isReadable(e.FieldsV1, 0) {
			return false
		}
	}
	return true
}

// KeepTimes returns obj with the managed fields of old if the objects differ only in the
// times in them, resource versions aside.
//
// Rule: k8s.io/apiserver/pkg/endpoints/handlers/fieldmanager,
// IgnoreManagedFieldsTimestampsTransformer.
func KeepTimes(obj, old map[string]any) map[string]any {
	list, _ := metaedit.Metadata(obj)["managedFields"].([]any)
	oldList, _ := metaedit.Metadata(old)["managedFields"].([]any)
	if len(list) == 0 || !differInTimes(list, oldList) || !metaedit.EqualBut(obj, old, "metadata") ||
		!metaedit.EqualBut(metaedit.Metadata(obj), metaedit.Metadata(old), "managedFields", "resourceVersion") {
		return obj
	}
	return Set(obj, oldList)
}

func differInTimes(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	differ := false
	for i, e := range a {
		x, y := objectOf(e), objectOf(b[i])
		if !metaedit.EqualBut(x, y, "time") {
			return false
		}
		differ = differ || !structural.Equal(x["time"], y["time"])
	}
	return differ
}
