package managedfields

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// DisownStatus drops from the managed fields of meta the fields of the status in which
// obj, the object of a request, differs from old. A server with a status subresource does
// so although it keeps the old status, but only in entries of other versions than the
// request's. A list that differs is dropped as a whole.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/merge, Updater.Update, whose filter has the
// version of the request only.
func DisownStatus(meta *metaedit.Editor, obj, old map[string]any, apiVersion string) {
	list, _ := meta.Get("managedFields").([]any)
	cur, found := obj["status"]
	was, had := old["status"]
	if len(list) == 0 || found == had && structural.Equal(cur, was) {
		return
	}
	status := FieldElement("status")
	var changed *difference // of the status, once an entry needs it
	out := cow.OfList(list)
	for i, v := range list {
		entry := objectOf(v)
		fields := objectOf(entry["fieldsV1"])
		owned := objectOf(fields[status])
		if owned == nil || metaedit.Text(entry, "apiVersion") == apiVersion {
			continue
		}
		if changed == nil {
			changed = compare(value{was, had}, value{cur, found}, 0)
		}
		set, edited := cow.OfMap(fields), cow.OfMap(entry)
		disown(&set, status, owned, changed)
		fields, _ = set.Result()
		edited.Set("fieldsV1", fields)
		entry, _ = edited.Result()
		out.Set(i, entry)
	}
	if list, changed := out.Result(); changed {
		merged, _ := merge(list)
		setList(meta, merged)
	}
}

type value struct {
	v     any
	found bool
}

// difference holds the fields in which two maps differ, or nil for other values that
// differ. Equal values have a nil difference.
type difference struct{ fields map[string]*difference }

var whole = &difference{}

// compare looks once at each value, depth levels deep, however many managers own fields
// there.
func compare(old, cur value, depth int) *difference {
	oldMap, wasMap := old.v.(map[string]any)
	curMap, isMap := cur.v.(map[string]any)
	switch {
	case wasMap && isMap && depth <= structural.MaxDepth:
		return compareMaps(oldMap, curMap, depth)
	case old.found == cur.found && structural.Equal(old.v, cur.v):
		return nil
	default:
		return whole
	}
}

func compareMaps(old, cur map[string]any, depth int) *difference {
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
		w, found := cur[name]
		add(name, compare(value{v, true}, value{w, found}, depth+1))
	}
	for name := range cur {
		if _, had := old[name]; !had {
			add(name, whole)
		}
	}
	if fields == nil {
		return nil
	}
	return &difference{fields}
}

// disown removes the fields that differ from owned, the set below an element of set, and
// the element if nothing is left.
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
		if field, ok := FieldOf(element); ok {
			disown(&left, element, objectOf(below), d.fields[field])
		}
	}
	if owned, changed := left.Result(); len(owned) == 0 && changed {
		set.Delete(name)
	} else {
		set.Set(name, owned)
	}
}
