package apply

import (
	"fmt"
	"maps"
	"slices"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/managedfields"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

type entry struct {
	managedfields.Entry
	object    map[string]any
	canonical bool // object is written as the server writes it
	index     int  // of a canonical object in the list from which it was read, plus 1
}

// managed holds the managed fields of an object: sets of fields by the IDs of managers, and
// the times at which they were changed.
type managed struct {
	sets    fieldpath.ManagedFields
	times   map[string]string
	entries map[string]readEntry
	list    []any // from which they were read, or nil
}

type readEntry struct {
	entry
	set fieldpath.VersionedSet
}

func noManaged() managed {
	return managed{sets: fieldpath.ManagedFields{}, times: map[string]string{}, entries: map[string]readEntry{}}
}

func (m managed) clone() managed {
	m.sets, m.times = maps.Clone(m.sets), maps.Clone(m.times)
	return m
}

// entriesOf returns the entries in the managedFields of obj, and their list. Both are nil if
// one has a wrong type: the server then ignores them all.
func entriesOf(obj map[string]any) ([]entry, []any) {
	list, ok := metaedit.Metadata(obj)["managedFields"].([]any)
	if !ok {
		return nil, nil
	}
	out := make([]entry, len(list))
	for i, v := range list {
		e, ok := managedfields.Read(v)
		if !ok {
			return nil, nil
		}
		m := v.(map[string]any)
		out[i] = entry{Entry: e, object: m, canonical: e.Writes(m)}
	}
	return out, list
}

type typesAt func(apiVersion string) *schema.Schema

// readManaged reads entries.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, DecodeManagedFields.
func readManaged(w *work.Tracker, entries []entry, list []any, types typesAt) (managed, error) {
	m := noManaged()
	m.list = list
	for i, e := range entries {
		if err := e.Validate(i); err != nil {
			return managed{}, err
		}
		set, canonical, err := readFields(w, e.FieldsV1, types(e.APIVersion))
		if err != nil {
			return managed{}, fmt.Errorf("error decoding set: %w", err)
		}
		id := e.ID()
		versioned := fieldpath.NewVersionedSet(set, fieldpath.APIVersion(e.APIVersion), e.Operation == managedfields.Apply)
		m.sets[id], m.times[id] = versioned, e.Time
		e.index = i + 1
		e.canonical = e.canonical && canonical
		m.entries[id] = readEntry{e, versioned}
	}
	return m, nil
}

// in returns obj with the managed fields.
func (m managed) in(w *work.Tracker, obj map[string]any) (map[string]any, error) {
	list := m.write(w)
	if err := w.Err(); err != nil {
		return nil, err
	}
	return managedfields.Set(obj, list), nil
}

// write returns the managed fields as a list, or nil. It shares unchanged entries, and the
// whole list if none changed. It is undefined if w fails.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, EncodeObjectManagedFields.
func (m managed) write(w *work.Tracker) []any {
	if len(m.sets) == 0 {
		return nil
	}
	out := make([]entry, 0, len(m.sets))
	for _, id := range slices.Sorted(maps.Keys(m.sets)) {
		out = append(out, m.entry(w, id, m.sets[id]))
	}
	slices.SortStableFunc(out, func(a, b entry) int { return managedfields.Compare(a.Entry, b.Entry) })
	list := make([]any, len(out))
	same := len(list) == len(m.list)
	for i, e := range out {
		list[i] = e.object
		same = same && e.index == i+1
	}
	if same {
		return m.list
	}
	return list
}

func (m managed) entry(w *work.Tracker, id string, set fieldpath.VersionedSet) entry {
	old, found := m.entries[id]
	if found && old.canonical && old.Time == m.times[id] && old.APIVersion == string(set.APIVersion()) &&
		(old.set == set || old.set.Set().Equals(set.Set())) {
		return old.entry
	}
	e := old.Entry
	if !found {
		e = managedfields.OfID(id)
	}
	if set.Applied() {
		e.Operation = managedfields.Apply
	}
	e.APIVersion, e.Time, e.FieldsType, e.FieldsV1 = string(set.APIVersion()), m.times[id], managedfields.FieldsV1, writeFields(w, set.Set())
	return entry{Entry: e, object: e.Object()}
}
