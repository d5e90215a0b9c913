package metaedit

import (
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// DisownStatus drops from the managed fields of meta the fields of the status in which
// given, the object of a request, differs from stored. A server with a status
// subresource does that although it then keeps the stored status, but only in entries of
// other versions than that of the request. A list that differs is dropped as a whole.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/merge, Updater.Update, whose filter has the
// version of the request only.
func DisownStatus(meta *Editor, given, stored map[string]any, apiVersion string) {
	list, _ := meta.Get("managedFields").([]any)
	now, has := given["status"]
	before, had := stored["status"]
	if len(list) == 0 || has == had && structural.Equal(now, before) {
		return
	}
	const status = "f:status"
	out := cow.OfList(list)
	for i, e := range list {
		entry := entryOf(e)
		fields, _ := entry["fieldsV1"].(map[string]any)
		owned, _ := fields[status].(map[string]any)
		if owned == nil || Text(entry, "apiVersion") == apiVersion {
			continue
		}
		left := cow.OfMap(fields)
		disown(&left, status, owned, value{before, had}, value{now, has}, 0)
		changed := cow.OfMap(entry)
		fields, _ = left.Result()
		changed.Set("fieldsV1", fields)
		entry, _ = changed.Result()
		out.Set(i, entry)
	}
	if list, changed := out.Result(); changed {
		merged, _ := merge(list)
		setOrRemove(meta, merged)
	}
}

// value is a value of a field, if found is set.
type value struct {
	v     any
	found bool
}

// disown replaces the element called name of a set, which is below a number of others and below
// which are owned fields, or removes it if none of them is as it was before.
func disown(set *cow.Map, name string, owned map[string]any, before, now value, depth int) {
	if !before.found && !now.found || before.found && now.found && structural.Equal(before.v, now.v) {
		return
	}
	old, wasMap := before.v.(map[string]any)
	current, isMap := now.v.(map[string]any)
	if !wasMap || !isMap || depth > structural.MaxDepth {
		set.Delete(name)
		return
	}
	left := cow.OfMap(owned)
	for element, below := range owned {
		field, isField := strings.CutPrefix(element, "f:")
		if !isField {
			continue
		}
		below, _ := below.(map[string]any)
		v, had := old[field]
		w, has := current[field]
		disown(&left, element, below, value{v, had}, value{w, has}, depth+1)
	}
	if owned, changed := left.Result(); len(owned) == 0 && changed {
		set.Delete(name)
	} else {
		set.Set(name, owned)
	}
}
