package managedfields

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/metaedit"
)

// Merge rewrites the managed fields of meta, after [Keep], as the server does: it keeps
// the last entry of each manager, drops elements of unknown types and entries without
// fields, and sorts the rest. If declares returns false for an apiVersion among them, the
// server cannot compare the fields: Merge restores the managed fields of old and returns
// false.
//
// Rules: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.UpdateNoErrors and
// EncodeObjectManagedFields.
func Merge(meta, old *metaedit.Editor, declares func(apiVersion string) bool) bool {
	list, _ := meta.Get("managedFields").([]any)
	for _, v := range lastEntries(list) {
		if !declares(metaedit.Text(objectOf(v), "apiVersion")) {
			meta.Set("managedFields", old.Get("managedFields"))
			return false
		}
	}
	setMerged(meta, list)
	return true
}

// DropOthers rewrites the managed fields as [Merge] does, for a kind that the server
// serves at apiVersion only. It drops the entries of other versions.
//
// Rule: the same package, versionConverter.IsMissingVersionError.
func DropOthers(meta *metaedit.Editor, apiVersion string) {
	list, _ := meta.Get("managedFields").([]any)
	other := func(v any) bool { return metaedit.Text(objectOf(v), "apiVersion") != apiVersion }
	if last := lastEntries(list); slices.ContainsFunc(last, other) {
		list = slices.DeleteFunc(slices.Clone(last), other)
		setList(meta, list)
	}
	setMerged(meta, list)
}

func setMerged(meta *metaedit.Editor, list []any) {
	if merged, changed := merge(list); changed {
		setList(meta, merged)
	}
}

func setList(meta *metaedit.Editor, list []any) {
	if len(list) == 0 {
		meta.Set("managedFields", nil)
	} else {
		meta.Set("managedFields", list)
	}
}

func merge(list []any) ([]any, bool) {
	last := lastEntries(list)
	out := cow.OfList(last)
	for i, v := range last {
		if entry, changed := canonicalEntry(objectOf(v)); changed {
			out.Set(i, entry)
		}
	}
	order := func(a, b any) int { return Compare(EntryOf(a), EntryOf(b)) }
	merged, changed := out.Result()
	if !changed && len(last) == len(list) && slices.IsSortedFunc(list, order) {
		return list, false
	}
	var kept []any
	for _, v := range merged {
		if objectOf(v)["fieldsV1"] != nil {
			kept = append(kept, v)
		}
	}
	slices.SortStableFunc(kept, order)
	return kept, true
}

// lastEntries returns the last entry of each manager.
func lastEntries(list []any) []any {
	if areOfDifferentManagers(list) {
		return list
	}
	last := map[Entry]int{}
	for i, v := range list {
		last[identityOf(v)] = i
	}
	var out []any
	for i, v := range list {
		if last[identityOf(v)] == i {
			out = append(out, v)
		}
	}
	return out
}

// areOfDifferentManagers returns false for many entries.
func areOfDifferentManagers(list []any) bool {
	var managers [16]Entry
	if len(list) > len(managers) {
		return false
	}
	for i, v := range list {
		managers[i] = identityOf(v)
		if slices.Contains(managers[:i], managers[i]) {
			return false
		}
	}
	return true
}

func identityOf(v any) Entry {
	e := EntryOf(v)
	return e.Identity()
}
