package apply

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"sigs.k8s.io/structured-merge-diff/v4/fieldpath"
	"sigs.k8s.io/structured-merge-diff/v4/schema"

	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/internal/work"
)

// entry is an element of metadata.managedFields. Its JSON, without the fields that do not
// identify a manager, is the server's name of the manager, by which the server sorts.
//
// Source: Kubernetes API reference, ManagedFieldsEntry.
type entry struct {
	Manager     string `json:"manager,omitempty"`
	Operation   string `json:"operation,omitempty"`
	APIVersion  string `json:"apiVersion,omitempty"`
	Subresource string `json:"subresource,omitempty"`

	time       string
	fieldsType string
	fields     any
	object     map[string]any
	canonical  bool // object has no other fields and is written as the server writes it
	index      int  // of a canonical object in the list from which it was read, plus 1
}

// The operations of managers.
const (
	applyOperation  = "Apply"
	updateOperation = "Update"
)

// manager returns the server's name of the manager.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, BuildManagerIdentifier.
func (e entry) manager() string {
	if e.Operation == applyOperation {
		e.APIVersion = ""
	}
	name, err := json.Marshal(e)
	if err != nil {
		return "" // which does not happen to strings
	}
	return string(name)
}

// managed are the managed fields of an object: sets of fields by manager, and the times
// at which they were changed.
type managed struct {
	sets    fieldpath.ManagedFields
	times   map[string]string
	entries map[string]given
	list    []any // from which they were read, or nil
}

// given is an entry as it was read.
type given struct {
	entry
	set fieldpath.VersionedSet
}

func noManaged() managed {
	return managed{sets: fieldpath.ManagedFields{}, times: map[string]string{}, entries: map[string]given{}}
}

// clone returns a copy whose sets and times can be changed.
func (m managed) clone() managed {
	m.sets, m.times = maps.Clone(m.sets), maps.Clone(m.times)
	return m
}

// entriesOf returns the entries in the managedFields of obj. They are nil if there are
// none, or if one of them has a wrong type: the server then ignores them all.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, Unstructured.GetManagedFields.
func entriesOf(obj map[string]any) ([]entry, []any) {
	list, ok := metaedit.Metadata(obj)["managedFields"].([]any)
	if !ok {
		return nil, nil
	}
	out := make([]entry, len(list))
	for i, v := range list {
		m, ok := v.(map[string]any)
		if !ok || !out[i].read(m) {
			return nil, nil
		}
	}
	return out, list
}

// read reads an entry and reports whether it has the right types.
func (e *entry) read(m map[string]any) bool {
	e.object, e.fields = m, m["fieldsV1"]
	known := 0
	for name, to := range e.texts() {
		v, ok := m[name].(string)
		if !ok && m[name] != nil {
			return false
		}
		if *to = v; v != "" {
			known++
		}
	}
	if e.fields != nil {
		known++
	}
	given := e.time
	e.time = metaedit.Timestamp(metaedit.Time(given))
	e.canonical = known == len(m) && e.time == given
	return e.time != "" || m["time"] == nil
}

// texts returns the names and places of the fields that are texts.
func (e *entry) texts() iter.Seq2[string, *string] {
	return func(yield func(string, *string) bool) {
		_ = yield("manager", &e.Manager) && yield("operation", &e.Operation) && yield("apiVersion", &e.APIVersion) &&
			yield("subresource", &e.Subresource) && yield("fieldsType", &e.fieldsType) && yield("time", &e.time)
	}
}

// typesAt returns the types of the objects of an apiVersion, or nil if there is no such
// version.
type typesAt func(apiVersion string) *schema.Schema

// readManaged reads entries.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, DecodeManagedFields.
func readManaged(w *work.Tracker, entries []entry, list []any, types typesAt) (managed, error) {
	m := noManaged()
	m.list = list
	for i, e := range entries {
		switch {
		case e.Operation != applyOperation && e.Operation != updateOperation:
			return managed{}, errors.New("operation must be `Apply` or `Update`")
		case e.APIVersion == "":
			return managed{}, errors.New("apiVersion must not be empty")
		case e.fieldsType == "":
			return managed{}, fmt.Errorf("missing fieldsType in managed fields entry %d", i)
		case e.fieldsType != "FieldsV1":
			return managed{}, fmt.Errorf("invalid fieldsType %q in managed fields entry %d", e.fieldsType, i)
		}
		set, canonical, err := readFields(w, e.fields, types(e.APIVersion))
		if err != nil {
			return managed{}, fmt.Errorf("error decoding set: %w", err)
		}
		name := e.manager()
		versioned := fieldpath.NewVersionedSet(set, fieldpath.APIVersion(e.APIVersion), e.Operation == applyOperation)
		m.sets[name], m.times[name] = versioned, e.time
		e.index = i + 1
		e.canonical = e.canonical && canonical
		m.entries[name] = given{e, versioned}
	}
	return m, nil
}

// write returns the managed fields as a list, nil if there are none. It shares the entries
// that did not change, and is the list from which they were read if none did.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, EncodeObjectManagedFields.
func (m managed) write() []any {
	if len(m.sets) == 0 {
		return nil
	}
	out := make([]entry, 0, len(m.sets))
	for _, name := range slices.Sorted(maps.Keys(m.sets)) {
		out = append(out, m.entry(name, m.sets[name]))
	}
	slices.SortStableFunc(out, compareEntries)
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

// entry returns the entry of a manager.
func (m managed) entry(name string, set fieldpath.VersionedSet) entry {
	was, found := m.entries[name]
	if found && was.canonical && was.time == m.times[name] && was.APIVersion == string(set.APIVersion()) &&
		(was.set == set || was.set.Set().Equals(set.Set())) {
		return was.entry
	}
	e := was.entry
	if !found {
		_ = json.Unmarshal([]byte(name), &e) // which entry.manager wrote
	}
	if set.Applied() {
		e.Operation = applyOperation
	}
	e.APIVersion, e.time, e.fieldsType, e.index = string(set.APIVersion()), m.times[name], "FieldsV1", 0
	e.object = map[string]any{"fieldsV1": writeFields(set.Set())}
	for name, v := range e.texts() {
		if *v != "" {
			e.object[name] = *v
		}
	}
	return e
}

// compareEntries orders entries as the server does.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, sortEncodedManagedFields.
func compareEntries(a, b entry) int {
	return cmp.Or(
		cmp.Compare(a.Operation, b.Operation),
		cmp.Compare(seconds(a.time), seconds(b.time)),
		cmp.Compare(a.Manager, b.Manager),
		cmp.Compare(a.APIVersion, b.APIVersion),
		cmp.Compare(a.Subresource, b.Subresource),
	)
}

// seconds returns a time in seconds since 1970, 0 if there is none.
func seconds(text string) int64 {
	t := metaedit.Time(text)
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}
