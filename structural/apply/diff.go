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
	// Reordered lists are of type map or set and have elements in another order that both
	// objects have. The order has no meaning, but the server stores the new one.
	Reordered
)

// String returns the name of the constant: "Added".
func (k ChangeKind) String() string {
	if int(k) < len(changeKinds) {
		return changeKinds[k]
	}
	return fmt.Sprintf("ChangeKind(%d)", k)
}

// MarshalText returns what [ChangeKind.String] returns.
func (k ChangeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

var changeKinds = [...]string{"Added", "Modified", "Removed", "Reordered"}

// Change is one difference between two objects.
type Change struct {
	// Kind says what happened to the value at Path.
	Kind ChangeKind `json:"kind"`
	// Path locates the value. An index is that of the old object if the value was
	// removed, else that of the new one.
	Path Path `json:"path"`
	// Old is the value in the old object, or nil if it was added. A null is nil, too.
	Old any `json:"old,omitempty"`
	// New is the value in the new object, or nil if it was removed.
	New any `json:"new,omitempty"`
}

// Changes are the differences between two objects in the order of [Diff].
type Changes []Change

// Diff returns the differences between two objects with a schema, which may be nil. Their
// elements and fields correspond as they do for field managers:
//
//   - fields by their names; a field that is absent differs from one that is null or empty;
//   - elements of a list of type map by their keys, of which an absent one has its default,
//     and those of a list of type set by their values, in any order. If elements that both
//     lists have come in another order, that is one change of the list, Reordered;
//   - elements of any other list by their positions. Equal elements at the beginning and at
//     the end correspond first, then the rest in pairs; what is left was added or removed;
//   - of metadata, also that of embedded resources, owner references by their uid and
//     finalizers by their values.
//
// A list of type map or set in which a key or value is repeated is compared by position.
// An added or removed object or list is one change, not one for each value in it. Numbers
// are compared by value: 1 equals 1.0. Changes come in byte order of the fields, elements
// in the order of the new list, then those that were removed, and its order last. If there were more than 64 MiB of paths, the objects or lists with most
// of them are one change each.
//
// A nil object is empty. An error is returned if one is not a JSON value; see
// structural.Normalize. It also says that the context is done, or that there is too much
// work (structural.ErrTooMuchWork). The result shares values with them.
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

// normalObject returns obj as normalized JSON values, or an empty object for nil. what
// names it in errors.
func normalObject(obj map[string]any, what string) (map[string]any, error) {
	if obj == nil {
		return map[string]any{}, nil
	}
	normal, err := structural.Normalize(obj)
	if err != nil {
		return nil, fmt.Errorf("the %s: %w", what, err)
	}
	return normal.(map[string]any), nil
}
