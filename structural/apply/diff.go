package apply

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// ChangeKind says what happened to a value.
type ChangeKind uint8

const (
	// Added values are in the new object only.
	Added ChangeKind = iota
	// Modified values differ.
	Modified
	// Removed values are in the old object only.
	Removed
	// Reordered lists are of type map or set and have common elements in another order. It has
	// no meaning, but the server stores it.
	Reordered
)

// String returns the name of the constant: "Added".
func (k ChangeKind) String() string {
	if int(k) < len(changeKinds) {
		return changeKinds[k]
	}
	return fmt.Sprintf("ChangeKind(%d)", k)
}

// MarshalText returns the text of [ChangeKind.String].
func (k ChangeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

var changeKinds = [...]string{"Added", "Modified", "Removed", "Reordered"}

// Change is one difference between two objects.
type Change struct {
	Kind ChangeKind `json:"kind"`
	// Path locates the value. Indices of removed values are from the old object.
	Path Path `json:"path"`
	// Old is nil for an added value and for null.
	Old any `json:"old,omitempty"`
	// New is nil for a removed value and for null.
	New any `json:"new,omitempty"`
}

// Changes are in the order of [Diff].
type Changes []Change

// Diff returns the differences between two objects with a schema. A nil schema specifies
// nothing, and a nil object is empty. Fields and elements correspond as they do for field
// managers:
//
//   - fields by their names; an absent field differs from null and from an empty value;
//   - elements of a list of type map by their keys, with defaults for absent keys;
//   - elements of a list of type set by their values;
//   - elements of any other list by their positions. Equal elements at the beginning and at
//     the end correspond first, then the rest in pairs; others were added or removed;
//   - in all metadata, owner references by their uid and finalizers by their values.
//
// A list that repeats a key or value is compared by position. An added or removed object or
// list is one change. Numbers are compared by value: 1 equals 1.0. Fields come in byte order;
// elements come in the order of the new list, then the removed ones, then the change of order.
// Beyond 64 MiB of paths, the objects or lists with most of them are one change each.
//
// The result shares values with the objects. The error is a failure.
func Diff(ctx context.Context, schema *structural.Schema, before, after map[string]any) (Changes, error) {
	a, err := normalObject(before, "old object")
	if err != nil {
		return nil, err
	}
	b, err := normalObject(after, "new object")
	if err != nil {
		return nil, err
	}
	d := differ{work: work.Start(ctx, "comparing objects")}
	d.value(&pathNode{}, resourceType(schema), a, b)
	out := d.result()
	if err := d.work.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// normalObject returns an empty object for nil. Errors call obj what.
func normalObject(obj map[string]any, what string) (map[string]any, error) {
	if obj == nil {
		return map[string]any{}, nil
	}
	return normalized(obj, what, structural.Normalize)
}

// liveObject returns a live object as the server reads it from storage.
func liveObject(obj map[string]any) (map[string]any, error) {
	return normalized(obj, "live object", structural.NormalizeStored)
}

func normalized(obj map[string]any, what string, normalize func(any) (any, error)) (map[string]any, error) {
	normal, err := normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("the %s: %w", what, err)
	}
	return normal.(map[string]any), nil
}
