package parity

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// Equal reports whether two values are the same. It is fast for JSON values.
// Types count: int64(1) is not float64(1).
func Equal(a, b any) bool {
	switch a := a.(type) {
	case nil, bool, string, int64, float64:
		return a == b
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && equalMaps(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && equalLists(a, b)
	default:
		return reflect.DeepEqual(a, b)
	}
}

func equalMaps(a, b map[string]any) bool {
	if len(a) != len(b) || (a == nil) != (b == nil) {
		return false
	}
	for k, v := range a {
		w, ok := b[k]
		if !ok || !Equal(v, w) {
			return false
		}
	}
	return true
}

func equalLists(a, b []any) bool {
	if len(a) != len(b) || (a == nil) != (b == nil) {
		return false
	}
	for i, v := range a {
		if !Equal(v, b[i]) {
			return false
		}
	}
	return true
}

// Diff returns in a few lines how ours and theirs differ: "-" is ours, "+" is
// theirs.
func Diff(ours, theirs any) string {
	if !comparable(ours) || !comparable(theirs) {
		return fmt.Sprintf("- %#v\n+ %#v", ours, theirs)
	}
	return shorten(strings.ReplaceAll(cmp.Diff(ours, theirs, exported), "\u00a0", " "), 4000)
}

// exported lets cmp compare all structs.
var exported = cmp.Exporter(func(reflect.Type) bool { return true })

// comparable reports whether cmp can compare v. It cannot compare functions.
func comparable(v any) bool {
	return v == nil || reflect.TypeOf(v).Kind() != reflect.Func
}
