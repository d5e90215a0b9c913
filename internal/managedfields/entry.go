// Package managedfields reads, compares, orders and writes metadata.managedFields as a
// server without field managers would: it keeps, merges and drops entries. Package
// structural/apply adds entries.
//
// Metadata must be as objectmeta.Decode returns it. No function writes to its
// arguments, and results share values with them.
package managedfields

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/metaedit"
	"github.com/seed95800270/crdschema/structural"
)

// The operations of managers.
const (
	Apply  = "Apply"
	Update = "Update"
)

// FieldsV1 is the only type of sets of fields.
const FieldsV1 = "FieldsV1"

// Entry is an element of metadata.managedFields. Empty fields are absent. Its JSON has the
// server's order of fields.
//
// Source: Kubernetes API reference, ManagedFieldsEntry.
type Entry struct {
	Manager     string `json:"manager,omitempty"`
	Operation   string `json:"operation,omitempty"`
	APIVersion  string `json:"apiVersion,omitempty"`
	Time        string `json:"time,omitempty"`
	FieldsType  string `json:"fieldsType,omitempty"`
	FieldsV1    any    `json:"fieldsV1,omitempty"`
	Subresource string `json:"subresource,omitempty"`
}

var textNames = [...]string{"manager", "operation", "apiVersion", "time", "fieldsType", "subresource"}

func (e *Entry) texts() [len(textNames)]*string {
	return [...]*string{&e.Manager, &e.Operation, &e.APIVersion, &e.Time, &e.FieldsType, &e.Subresource}
}

// EntryOf returns the entry in v, without fields of wrong types.
func EntryOf(v any) Entry {
	m := objectOf(v)
	e := Entry{FieldsV1: m["fieldsV1"]}
	for i, to := range e.texts() {
		*to = metaedit.Text(m, textNames[i])
	}
	return e
}

// Read returns the entry in v with its time in canonical form, or false for wrong types.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured, Unstructured.GetManagedFields.
func Read(v any) (e Entry, ok bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return Entry{}, false
	}
	for _, name := range textNames {
		if _, ok := m[name].(string); !ok && m[name] != nil {
			return Entry{}, false
		}
	}
	e = EntryOf(m)
	e.Time = metaedit.Timestamp(metaedit.Time(e.Time))
	return e, e.Time != "" || m["time"] == nil
}

// Object returns the entry as a new map.
func (e *Entry) Object() map[string]any {
	m := map[string]any{}
	if e.FieldsV1 != nil {
		m["fieldsV1"] = e.FieldsV1
	}
	for i, text := range e.texts() {
		if *text != "" {
			m[textNames[i]] = *text
		}
	}
	return m
}

// Writes reports whether [Entry.Object] returns m, from which e was read.
func (e *Entry) Writes(m map[string]any) bool {
	fields := 0
	if e.FieldsV1 != nil {
		fields++
	}
	for _, text := range e.texts() {
		if *text != "" {
			fields++
		}
	}
	return fields == len(m) && e.Time == metaedit.Text(m, "time")
}

// Validate returns an error unless the server can decode e, apart from its fields.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, DecodeManagedFields.
func (e *Entry) Validate(index int) error {
	switch {
	case e.Operation != Apply && e.Operation != Update:
		return errors.New("operation must be `Apply` or `Update`")
	case e.APIVersion == "":
		return errors.New("apiVersion must not be empty")
	case e.FieldsType == "":
		return fmt.Errorf("missing fieldsType in managed fields entry %d", index)
	case e.FieldsType != FieldsV1:
		return fmt.Errorf("invalid fieldsType %q in managed fields entry %d", e.FieldsType, index)
	default:
		return nil
	}
}

// Identity returns the fields that tell managers apart. Applies at any version have one
// manager.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, BuildManagerIdentifier.
func (e *Entry) Identity() Entry {
	id := Entry{Manager: e.Manager, Operation: e.Operation, APIVersion: e.APIVersion, Subresource: e.Subresource}
	if id.Operation == Apply {
		id.APIVersion = ""
	}
	return id
}

// ID returns the server's text for the [Entry.Identity], by which it sorts managers.
func (e *Entry) ID() string {
	text, _ := json.Marshal(e.Identity()) // of strings, which are always JSON
	return string(text)
}

// OfID returns the identity with an ID.
func OfID(id string) (e Entry) {
	_ = json.Unmarshal([]byte(id), &e) // which Entry.ID wrote
	return e
}

// Compare orders entries as the server does.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, sortEncodedManagedFields.
func Compare(a, b Entry) int {
	return cmp.Or(
		cmp.Compare(a.Operation, b.Operation),
		CompareTimes(a.Time, b.Time),
		cmp.Compare(a.Manager, b.Manager),
		cmp.Compare(a.APIVersion, b.APIVersion),
		cmp.Compare(a.Subresource, b.Subresource),
	)
}

// CompareTimes orders times by seconds. An absent time is 0.
func CompareTimes(a, b string) int { return cmp.Compare(seconds(a), seconds(b)) }

func seconds(text string) int64 {
	t := metaedit.Time(text)
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// Set returns obj with managed fields, or without any if list is nil. It returns obj
// itself if nothing changes, or if its metadata is not an object.
func Set(obj map[string]any, list []any) map[string]any {
	if v, found := obj["metadata"]; found && !isObject(v) {
		return obj
	}
	meta := metaedit.Metadata(obj)
	old, found := meta["managedFields"]
	if found == (list != nil) && (!found || isList(old, list)) {
		return obj
	}
	edited, out := cow.OfMap(meta), cow.OfMap(obj)
	if list == nil {
		edited.Delete("managedFields")
	} else {
		edited.Set("managedFields", list)
	}
	meta, _ = edited.Result()
	out.Set("metadata", meta)
	obj, _ = out.Result()
	return obj
}

func objectOf(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

func isList(v any, l []any) bool {
	list, ok := v.([]any)
	if !ok || len(list) != len(l) {
		return false
	}
	return len(l) == 0 || &list[0] == &l[0] || structural.Equal(list, l)
}
