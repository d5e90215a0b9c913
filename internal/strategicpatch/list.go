package strategicpatch

import (
	"fmt"
	"reflect"
	"slices"
)

// list merges a patch into a list, or deletes the values of the patch from it.
func (m *merger) list(list, patch []any, at fieldMeta, deletes bool) ([]any, error) {
	if !at.merges && !deletes {
		return patch, nil
	}
	if len(list) == 0 && len(patch) == 0 {
		return list, nil
	}
	objects, err := ofObjects(list, patch)
	switch {
	case err != nil:
		return nil, err
	case !objects && deletes:
		return m.without(list, patch), nil
	case objects && at.key == "":
		return nil, unexpected("cannot merge lists without merge key for " + at.kind())
	}
	l := lists{merger: m, key: at.key, objects: objects}
	merged := l.union(list, patch)
	if objects {
		if list, patch, err = l.applyDirectives(list, patch); err == nil {
			merged, err = l.mergeElements(list, patch, at)
		}
		if err != nil {
			return nil, err
		}
	}
	return l.ordered(merged, patch, patch, list)
}

// ofObjects reports whether the elements of both lists are objects. All elements must have
// one Go type that is not a list.
//
// The server panics if the first element is null.
func ofObjects(list, patch []any) (bool, error) {
	all := slices.Concat(list, patch)
	if len(all) == 0 {
		return false, unexpected("no elements in any of the given slices")
	}
	t := reflect.TypeOf(all[0])
	if t != nil && t.Kind() == reflect.Slice {
		return false, errListOfLists
	}
	for _, e := range all {
		if e == nil || reflect.TypeOf(e) != t {
			return false, unexpected("list element types are not identical: " + fmt.Sprint([][]any{list, patch}))
		}
	}
	return t.Kind() == reflect.Map, nil
}

// without returns the scalars of list that are not in patch.
func (m *merger) without(list, patch []any) []any {
	deleted := scalarsOf(patch)
	if !m.work.Step(len(list) + len(patch)) {
		return nil
	}
	left := make([]any, 0, len(list))
	for _, v := range list {
		if _, found := deleted[comparable(v)]; !found {
			left = append(left, v)
		}
	}
	return left
}

// scalarsOf returns the first index of each value.
func scalarsOf(list []any) map[any]int {
	indices := make(map[any]int, len(list))
	for i, v := range list {
		if _, found := indices[comparable(v)]; !found {
			indices[comparable(v)] = i
		}
	}
	return indices
}

// comparable returns v, or a value that equals no other if v is an object or a list.
func comparable(v any) any {
	switch v.(type) {
	case map[string]any, []any:
		return new(byte)
	default:
		return v
	}
}

// lists merges and orders lists of scalars, or of objects with a key.
type lists struct {
	*merger
	key     string
	objects bool
}

// identity returns the value by which an element is found. An object without the key, or
// another value among objects, is found by none.
func (l *lists) identity(e any) any {
	if !l.objects {
		return comparable(e)
	}
	object, _ := e.(map[string]any)
	if key, found := object[l.key]; found {
		return comparable(key)
	}
	return new(byte)
}

// indices returns the first index of each element.
func (l *lists) indices(list []any) map[any]int {
	indices := make(map[any]int, len(list))
	for i, e := range list {
		if id := l.identity(e); !l.work.Step(1) {
			break
		} else if _, found := indices[id]; !found {
			indices[id] = i
		}
	}
	return indices
}

// union returns the scalars of both lists, each once.
func (l *lists) union(list, patch []any) []any {
	if l.objects {
		return nil
	}
	seen := make(map[any]bool, len(list)+len(patch))
	var all []any
	for _, v := range slices.Concat(list, patch) {
		if id := comparable(v); !seen[id] {
			seen[id] = true
			all = append(all, v)
		}
	}
	return all
}

// applyDirectives deletes elements of list, or all of them, as elements of the patch with
// $patch say. It returns the patch without them.
func (l *lists) applyDirectives(list, patch []any) (left, rest []any, err error) {
	rest, replaces := []any{}, false
	for _, e := range patch {
		object := e.(map[string]any)
		what, found := object[directive]
		switch key, hasKey := object[l.key]; {
		case !found:
			rest = append(rest, e)
		case what == "delete" && !hasKey:
			return nil, nil, l.noKey(object)
		case what == "delete":
			list = l.deleted(list, comparable(key))
		case what == "replace":
			replaces = true
		case what == "merge":
			return nil, nil, unexpected("merging lists cannot yet be specified in the patch")
		default:
			return nil, nil, unknownDirective(what, object)
		}
	}
	if replaces {
		return rest, nil, nil
	}
	return list, rest, nil
}

// deleted returns list without the elements with a key. The array of list keeps its last
// elements: $setElementOrder finds them there, as on the server.
func (l *lists) deleted(list []any, key any) []any {
	for i := 0; i < len(list); {
		switch found := l.identity(list[i]) == key; {
		case !l.work.Step(1):
			return nil
		case !found:
			i++
		case !l.work.Step(len(list) - i):
			return nil
		default:
			list = append(list[:i], list[i+1:]...)
		}
	}
	return list
}

func (l *lists) noKey(object map[string]any) error {
	return unexpected(fmt.Sprintf("map: %v does not contain declared merge key: %s", object, l.key))
}

// mergeElements merges each element of the patch into the element of list with its key, or
// appends it.
func (l *lists) mergeElements(list, patch []any, at fieldMeta) ([]any, error) {
	found := l.indices(list)
	for _, e := range patch {
		object := e.(map[string]any)
		key, hasKey := object[l.key]
		if !hasKey {
			return nil, l.noKey(object)
		}
		i, known := found[comparable(key)]
		if !known {
			found[comparable(key)] = len(list)
			list = append(list, e)
			continue
		}
		merged, err := l.merger.objects(list[i].(map[string]any), object, fieldMeta{t: at.t})
		if err != nil {
			return nil, err
		}
		list[i] = merged
	}
	return list, nil
}
