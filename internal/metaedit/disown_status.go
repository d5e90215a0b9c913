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
	var changed *difference // of the status; made when it is needed
	out := cow.OfList(list)
	for i, e := range list {
		entry := entryOf(e)
		fields, _ := entry["fieldsV1"].(map[string]any)
		owned, _ := fields[status].(map[string]any)
		if owned == nil || Text(entry, "apiVersion") == apiVersion {
			continue
		}
		if changed == nil {
			changed = compare(value{before, had}, value{now, has}, 0)
		}
		out.Set(i, disowned(entry, fields, status, owned, changed))
	}
	if list, changed := out.Result(); changed {
		merged, _ := merge(list)
		setOrRemove(meta, merged)
	}
}

// disowned returns an entry with fields, of which those called name own owned, without what differs.
func disowned(entry, fields map[string]any, name string, owned map[string]any, d *difference) map[string]any {
	left, out := cow.OfMap(fields), cow.OfMap(entry)
	disown(&left, name, owned, d)
	fields, _ = left.Result()
	out.Set("fieldsV1", fields)
	entry, _ = out.Result()
	return entry
}

// value is a value of a field, if found is set.
type value struct {
	v     any
	found bool
}

// difference says which fields of two maps differ. Values that are not both maps differ as a whole:
// fields is nil. Where nothing differs there is no difference.
type difference struct{ fields map[string]*difference }

// whole is the difference of values that are not both maps.
var whole = &difference{}

// compare returns the difference of two values, which are below a number of others, or nil. It looks
// once at each of the values in them, however many managers own fields there.
func compare(before, now value, depth int) *difference {
	old, wasMap := before.v.(map[string]any)
	current, isMap := now.v.(map[string]any)
	switch {
	case wasMap && isMap && depth <= structural.MaxDepth:
		return compareMaps(old, current, depth)
	case before.found == now.found && structural.Equal(before.v, now.v):
		return nil
	default:
		return whole
	}
}

func compareMaps(old, current map[string]any, depth int) *difference {
	var fields map[string]*difference
	add := func(name string, d *difference) {
		if d != nil && fields == nil {
			fields = map[string]*difference{}
		}
		if d != nil {
			fields[name] = d
		}
	}
	for name, v := range old {
		w, has := current[name]
		add(name, compare(value{v, true}, value{w, has}, depth+1))
	}
	for name := range current {
		if _, had := old[name]; !had {
			add(name, whole)
		}
	}
	if fields == nil {
		return nil
	}
	return &difference{fields}
}

// disown replaces the element called name of a set, below which are owned fields, or removes it if
// none of them is as it was before.
func disown(set *cow.Map, name string, owned map[string]any, d *difference) {
	switch {
	case d == nil:
		return
	case d.fields == nil:
		set.Delete(name)
		return
	}
	left := cow.OfMap(owned)
	for element, below := range owned {
		if field, isField := strings.CutPrefix(element, "f:"); isField {
			below, _ := below.(map[string]any)
			disown(&left, element, below, d.fields[field])
		}
	}
	if owned, changed := left.Result(); len(owned) == 0 && changed {
		set.Delete(name)
	} else {
		set.Set(name, owned)
	}
}
