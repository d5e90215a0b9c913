package metaedit

import (
	"cmp"
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// MergeManagedFields rewrites the managed fields of meta, which [KeepManagedFields] has
// set, as the server does: each manager has one entry, the last one, elements of
// unknown types and entries without fields are dropped, and the entries are sorted. If
// declares returns false for the apiVersion of one of the last entries, the server
// cannot compare its fields: MergeManagedFields restores the managed fields of old and
// returns false.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors and
// EncodeObjectManagedFields.
func MergeManagedFields(meta, old *Editor, declares func(apiVersion string) bool) bool {
	list, _ := meta.Get("managedFields").([]any)
	for _, e := range lastEntries(list) {
		if !declares(Text(entryOf(e), "apiVersion")) {
			meta.Set("managedFields", old.Get("managedFields"))
			return false
		}
	}
	setEntries(meta, list)
	return true
}

// DropManagedFieldsBut rewrites the managed fields of meta like [MergeManagedFields], for
// a kind that the server serves at apiVersion only. It drops the entries of other
// versions.
//
// Rule: the same package, versionConverter.IsMissingVersionError.
func DropManagedFieldsBut(meta *Editor, apiVersion string) {
	list, _ := meta.Get("managedFields").([]any)
	other := func(e any) bool { return Text(entryOf(e), "apiVersion") != apiVersion }
	if last := lastEntries(list); slices.ContainsFunc(last, other) {
		list = slices.DeleteFunc(slices.Clone(last), other)
		setOrRemove(meta, list)
	}
	setEntries(meta, list)
}

// setEntries sets the managed fields to the merged entries of list.
func setEntries(meta *Editor, list []any) {
	if merged, changed := merge(list); changed {
		setOrRemove(meta, merged)
	}
}

func setOrRemove(meta *Editor, list []any) {
	if len(list) == 0 {
		meta.Set("managedFields", nil)
	} else {
		meta.Set("managedFields", list)
	}
}

func entryOf(v any) map[string]any {
	entry, _ := v.(map[string]any)
	return entry
}

// merge returns the entries as the server writes them, and reports whether they differ
// from list.
func merge(list []any) ([]any, bool) {
	last := lastEntries(list)
	out := cow.OfList(last)
	for i, e := range last {
		if entry, changed := canonicalEntry(entryOf(e)); changed {
			out.Set(i, entry)
		}
	}
	merged, changed := out.Result()
	if !changed && len(last) == len(list) && slices.IsSortedFunc(list, compareEntries) {
		return list, false
	}
	var kept []any
	for _, e := range merged {
		if entryOf(e)["fieldsV1"] != nil {
			kept = append(kept, e)
		}
	}
	slices.SortStableFunc(kept, compareEntries)
	return kept, true
}

// lastEntries returns the last entry of each manager, list itself if each has one.
func lastEntries(list []any) []any {
	if areOfDifferentManagers(list) {
		return list
	}
	last := map[manager]int{}
	for i, e := range list {
		last[managerOf(entryOf(e))] = i
	}
	var out []any
	for i, e := range list {
		if last[managerOf(entryOf(e))] == i {
			out = append(out, e)
		}
	}
	return out
}

// areOfDifferentManagers reports whether each of a few entries has another manager. It
// returns false for many entries.
func areOfDifferentManagers(list []any) bool {
	const few = 16
	if len(list) > few {
		return false
	}
	for i, e := range list {
		m := managerOf(entryOf(e))
		if slices.ContainsFunc(list[:i], func(e any) bool { return managerOf(entryOf(e)) == m }) {
			return false
		}
	}
	return true
}

// manager identifies an entry.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, BuildManagerIdentifier.
type manager struct{ name, operation, apiVersion, subresource string }

func managerOf(entry map[string]any) manager {
	m := manager{Text(entry, "manager"), Text(entry, "operation"), Text(entry, "apiVersion"), Text(entry, "subresource")}
	if m.operation == "Apply" {
		m.apiVersion = ""
	}
	return m
}

// compareEntries orders entries as the server does.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, sortEncodedManagedFields.
func compareEntries(a, b any) int {
	e, f := entryOf(a), entryOf(b)
	return cmp.Or(
		cmp.Compare(Text(e, "operation"), Text(f, "operation")),
		cmp.Compare(seconds(e["time"]), seconds(f["time"])),
		cmp.Compare(Text(e, "manager"), Text(f, "manager")),
		cmp.Compare(Text(e, "apiVersion"), Text(f, "apiVersion")),
		cmp.Compare(Text(e, "subresource"), Text(f, "subresource")),
	)
}

// seconds returns a time in seconds since 1970, 0 if there is none.
func seconds(v any) int64 {
	t := Time(v)
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// canonicalEntry returns an entry with its set of fields as the server writes it, and
// without one if the set is empty.
func canonicalEntry(entry map[string]any) (map[string]any, bool) {
	out := cow.OfMap(entry)
	set, _ := entry["fieldsV1"].(map[string]any)
	fields, changed := canonicalFields(set, 0)
	_, itself := fields["."]
	switch {
	case entry["fieldsV1"] != nil && (len(fields) == 0 || itself && len(fields) == 1):
		out.Delete("fieldsV1")
	case itself:
		without := cow.OfMap(fields)
		without.Delete(".")
		fields, _ = without.Result()
		out.Set("fieldsV1", fields)
	case changed && len(fields) > 0:
		out.Set("fieldsV1", fields)
	}
	entry, replaced := out.Result()
	return entry, replaced || entry["fieldsV1"] == nil
}

// canonicalFields returns a set of fields, below a number of others, without elements of unknown
// types, in which an element without others below it is an empty object.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, Set.FromJSON and Set.ToJSON.
func canonicalFields(set map[string]any, depth int) (map[string]any, bool) {
	if set == nil || depth > structural.MaxDepth {
		return map[string]any{}, true
	}
	out, elements := cow.OfMap(set), 0
	for name, v := range set {
		if name == "." {
			continue
		}
		if !isElement(name) {
			out.Delete(name)
			continue
		}
		elements++
		below, _ := v.(map[string]any)
		if below, changed := canonicalFields(below, depth+1); changed {
			out.Set(name, below)
		}
	}
	if itself, found := set["."]; found {
		if empty, ok := itself.(map[string]any); elements == 0 {
			out.Delete(".")
		} else if !ok || len(empty) > 0 {
			out.Set(".", map[string]any{})
		}
	}
	return out.Result()
}

// isElement reports whether name is that of an element of a known type.
func isElement(name string) bool {
	if len(name) < 2 || name[1] != ':' {
		return false
	}
	switch name[0] {
	case 'f', 'k', 'v', 'i':
		return true
	default:
		return false
	}
}
