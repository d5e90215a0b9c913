package managedfields

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// FieldElement returns the element for a field in a set of fields.
func FieldElement(name string) string { return "f:" + name }

// FieldOf returns the field of an element, or false for another element.
func FieldOf(element string) (name string, ok bool) { return strings.CutPrefix(element, "f:") }

// Owns reports whether the field at a path, with dots between names, is in a set of fields.
//
// Rule: sigs.k8s.io/structured-merge-diff/v6/fieldpath, Set.Has.
func Owns(set any, path string) bool {
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		below, found := objectOf(set)[FieldElement(name)]
		if !found {
			return false
		}
		set = below
	}
	fields := objectOf(set)
	_, itself := fields["."]
	return itself || len(fields) == 0
}

// isReadable reports whether v, depth levels deep, is a set of fields.
//
// Rule: sigs.k8s.io/structured-merge-diff/fieldpath, Set.FromJSON.
func isReadable(v any, depth int) bool {
	set, ok := v.(map[string]any)
	if !ok || depth > structural.MaxDepth {
		return v == nil
	}
	for name, below := range set {
		switch {
		case name == ".":
		case len(name) < 2 || name[1] != ':':
			return false
		case !isElement(name): // the server skips it
		case !isReadableElement(name) || !isReadable(below, depth+1):
			return false
		}
	}
	return true
}

// isReadableElement reports whether the server can decode an element of a known type.
//
// Rule: sigs.k8s.io/structured-merge-diff/fieldpath, DeserializePathElement.
func isReadableElement(name string) bool {
	switch text := name[2:]; name[0] {
	case 'v':
		return json.Valid([]byte(text))
	case 'k':
		var key map[string]any
		return json.Unmarshal([]byte(text), &key) == nil
	case 'i':
		_, err := strconv.Atoi(text)
		return err == nil
	default:
		return true
	}
}

func isElement(name string) bool {
	return len(name) >= 2 && name[1] == ':' && strings.IndexByte("fkvi", name[0]) >= 0
}

// canonicalEntry returns an entry with its fields as the server writes them, or without an
// empty set. It reports whether the server writes another entry, or none.
func canonicalEntry(entry map[string]any) (map[string]any, bool) {
	out := cow.OfMap(entry)
	fields, changed := canonicalFields(objectOf(entry["fieldsV1"]), 0)
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

// canonicalFields returns a set of fields, depth levels deep, without elements of unknown
// types and with empty objects in elements without others. It reports whether the result
// differs.
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
		if below, changed := canonicalFields(objectOf(v), depth+1); changed {
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
