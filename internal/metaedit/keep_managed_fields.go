package metaedit

import (
	"encoding/json"
	"strconv"

	"github.com/seed95800270/crdschema/structural"
)

// KeepManagedFields sets the managed fields of meta to those of old if the request
// has none or the server cannot decode them. The server then adds its own entries. A
// request whose only entry is empty removes them all. [MergeManagedFields] or
// [DropManagedFieldsBut] comes next.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.Update.
func KeepManagedFields(meta, old *Editor) {
	switch given, _ := meta.Get("managedFields").([]any); {
	case resetsManagedFields(given):
		meta.Set("managedFields", nil)
	case given == nil || !managedFieldsReadable(given):
		meta.Set("managedFields", old.Get("managedFields"))
	}
}

func resetsManagedFields(entries []any) bool {
	if len(entries) != 1 {
		return false
	}
	entry, _ := entries[0].(map[string]any)
	return len(entry) == 0
}

// managedFieldsReadable reports whether the server can decode a list of managed
// fields, as objectmeta.CoerceRoot returns it. If not, the server ignores the list.
//
// Rule: k8s.io/apimachinery/pkg/util/managedfields, DecodeManagedFields.
func managedFieldsReadable(entries []any) bool {
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		operation, version := Text(entry, "operation"), Text(entry, "apiVersion")
		if operation != "Apply" && operation != "Update" || version == "" || Text(entry, "fieldsType") != "FieldsV1" {
			return false
		}
		if !fieldsReadable(entry["fieldsV1"], 0) {
			return false
		}
	}
	return true
}

// fieldsReadable reports whether v, below a number of others, is a set of fields. One that has no
// end is none.
//
// Rule: sigs.k8s.io/structured-merge-diff/fieldpath, Set.FromJSON.
func fieldsReadable(v any, depth int) bool {
	set, ok := v.(map[string]any)
	if !ok || depth > structural.MaxDepth {
		return v == nil
	}
	for name, below := range set {
		known, ok := readElement(name)
		if !ok || known && !fieldsReadable(below, depth+1) {
			return false
		}
	}
	return true
}

// readElement reports whether the name of an element can be read, and whether it has
// elements below it that are read too. Elements of unknown types are skipped.
//
// Rule: sigs.k8s.io/structured-merge-diff/fieldpath, DeserializePathElement.
func readElement(name string) (known, ok bool) {
	switch {
	case name == ".":
		return false, true
	case len(name) < 2 || name[1] != ':':
		return false, false
	}
	switch text := name[2:]; name[0] {
	case 'f':
		return true, true
	case 'v':
		return true, json.Valid([]byte(text))
	case 'k':
		var key map[string]any
		return true, json.Unmarshal([]byte(text), &key) == nil
	case 'i':
		_, err := strconv.Atoi(text)
		return true, err == nil
	default:
		return false, true
	}
}
