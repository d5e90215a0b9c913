package strategicpatch

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// orderLists merges the lists that $setElementOrder is about, and orders them. It takes both
// out of the patch.
func (m *merger) orderLists(object, patch map[string]any, at fieldMeta) error {
	for _, name := range m.names(patch) {
		if !strings.HasPrefix(name, setOrder) {
			continue
		}
		order := patch[name]
		delete(patch, name)
		if err := m.orderList(object, patch, name, order, at); err != nil {
			return err
		}
	}
	return nil
}

func (m *merger) orderList(object, patch map[string]any, directive string, order any, at fieldMeta) error {
	ordered, isList := order.([]any)
	if !isList {
		return notAList(order)
	}
	name, named := strings.CutPrefix(directive, setOrder+"/")
	if !named {
		return errSetOrder
	}
	o := orderedList{name: name, order: ordered}
	if err := o.find(object, patch); err != nil {
		return err
	}
	var err error
	if o.at, err = at.elements(name); err != nil {
		return err
	}
	merged, err := m.mergeOrdered(&o)
	if err == nil && merged != nil {
		object[name] = merged
		delete(patch, name)
	}
	return err
}

// orderedList is a list that $setElementOrder orders.
type orderedList struct {
	name              string
	order             []any
	list, patch       []any // nil if they are missing
	inObject, inPatch bool
	at                fieldMeta
}

func (o *orderedList) find(object, patch map[string]any) error {
	var v any
	var isList bool
	if v, o.inObject = object[o.name]; o.inObject {
		if o.list, isList = v.([]any); !isList {
			return notAList(v)
		}
	}
	if v, o.inPatch = patch[o.name]; o.inPatch {
		if o.patch, isList = v.([]any); !isList {
			return notAList(v)
		}
	}
	return nil
}

func notAList(v any) error {
	return unexpected("expected a []interface {}, but received a " + typeOf(v))
}

// mergeOrdered returns the merged list, or nil if there is none.
func (m *merger) mergeOrdered(o *orderedList) ([]any, error) {
	l := lists{merger: m, key: o.at.key}
	if err := l.checkOrder(o.patch, o.order); err != nil {
		return nil, err
	}
	server := o.list
	merged, err := m.unordered(o)
	if err != nil || merged == nil {
		return nil, err
	}
	if l.key != "" {
		l.objects = true // to find elements by their keys
	}
	patched, others, err := l.partition(merged, o.order)
	if err != nil {
		return nil, err
	}
	if l.objects, err = ofObjects(server, o.patch); err != nil {
		return nil, err
	}
	return l.interleaved(patched, others, o.order, server)
}

func (m *merger) unordered(o *orderedList) ([]any, error) {
	switch {
	case o.inObject && o.inPatch:
		return m.list(o.list, o.patch, o.at, false)
	case o.inObject:
		return o.list, nil
	case o.inPatch:
		v, _ := m.withoutDirectives(o.patch)
		return v.([]any), nil
	default:
		return nil, nil
	}
}

// checkOrder returns an error unless the elements of patch are in the order of the listed
// ones. Elements with $patch are anywhere.
func (l *lists) checkOrder(patch, order []any) error {
	if len(order) == 0 || len(patch) == 0 {
		return nil
	}
	left, err := l.withoutDeleted(patch)
	if err != nil {
		return err
	}
	for next := 0; len(left) > 0 && next < len(order); {
		if hasDirective(left[0]) {
			left = left[1:]
			continue
		}
		same, err := l.same(left[0], order[next])
		if err != nil {
			return err
		}
		if same {
			left = left[1:]
		}
		next++
	}
	if len(left) > 0 {
		return unexpected(fmt.Sprintf("The order in patch list:\n%v\n doesn't match %s list:\n%v\n", patch, setOrder, order))
	}
	return nil
}

func hasDirective(e any) bool {
	object, _ := e.(map[string]any)
	_, found := object[directive]
	return found
}

// withoutDeleted returns the elements that $patch does not delete.
func (l *lists) withoutDeleted(patch []any) ([]any, error) {
	if l.key == "" {
		return patch, nil
	}
	var left []any
	for _, e := range patch {
		object, err := l.object(e)
		if err != nil {
			return nil, err
		}
		if object[directive] != "delete" {
			left = append(left, e)
		}
	}
	return left, nil
}

func (l *lists) object(e any) (map[string]any, error) {
	object, isObject := e.(map[string]any)
	if !isObject {
		return nil, unexpected(fmt.Sprintf("expected a map[string]interface {}, but received a %s", typeOf(e)))
	}
	return object, nil
}

// typeOf returns the Go type of v as the server prints it.
func typeOf(v any) string {
	if v == nil {
		return "%!s(<nil>)"
	}
	return fmt.Sprintf("%T", v)
}

// same reports whether two elements are equal, or have the same key.
func (l *lists) same(a, b any) (bool, error) {
	if l.key == "" {
		return comparable(a) == comparable(b), nil
	}
	var keys [2]any
	for i, e := range []any{a, b} {
		object, err := l.object(e)
		if err != nil {
			return false, err
		}
		key, found := object[l.key]
		if !found {
			return false, l.noKey(object)
		}
		keys[i] = comparable(key)
	}
	return keys[0] == keys[1], nil
}

// ordered returns merged in the order of its elements in order, with the others in the order
// of server.
func (l *lists) ordered(merged, patch, order, server []any) ([]any, error) {
	patched, others, err := l.partition(merged, patch)
	if err != nil {
		return nil, err
	}
	return l.interleaved(patched, others, order, server)
}

// partition splits list into the elements that are in by and the others.
func (l *lists) partition(list, by []any) (in, others []any, err error) {
	in, others = make([]any, 0, len(list)), make([]any, 0, len(list))
	found := l.indices(by)
	for _, e := range list {
		i, isIn := found[l.identity(e)]
		if l.objects {
			if isIn, err = l.finds(e, by, i, isIn); err != nil {
				return nil, nil, err
			}
		}
		if isIn {
			in = append(in, e)
		} else {
			others = append(others, e)
		}
	}
	return in, others, nil
}

// finds reports whether a search for the object e in list, which has its key at i if it has
// it, finds it. Only objects may be before it.
func (l *lists) finds(e any, list []any, i int, isIn bool) (bool, error) {
	object, err := l.object(e)
	if err != nil {
		return false, err
	}
	if _, hasKey := object[l.key]; !hasKey {
		return false, l.noKey(object)
	}
	other := slices.IndexFunc(list, func(e any) bool { _, isObject := e.(map[string]any); return !isObject })
	if other >= 0 && (!isIn || other < i) {
		return false, unexpected(fmt.Sprintf("value for key %v is not a map", other))
	}
	return isIn, nil
}

// interleaved sorts patched by order and others by server, and inserts the others: each
// before the first element that is not before it in server.
func (l *lists) interleaved(patched, others, order, server []any) ([]any, error) {
	patched, err := l.sorted(patched, order)
	if err != nil {
		return nil, err
	}
	if others, err = l.sorted(others, server); err != nil {
		return nil, err
	}
	places := l.indices(server)
	all := make([]any, 0, len(patched)+len(others))
	for len(patched) > 0 && len(others) > 0 {
		i, isKnown := places[l.identity(others[0])]
		j, alsoKnown := places[l.identity(patched[0])]
		if isKnown && alsoKnown && i < j {
			all, others = append(all, others[0]), others[1:]
		} else {
			all, patched = append(all, patched[0]), patched[1:]
		}
	}
	return append(append(all, patched...), others...), nil
}

// sorted sorts list by order. Elements may be missing there: the comparison is then not a
// strict order, and the result depends on the algorithm. It is the server's.
func (l *lists) sorted(list, order []any) ([]any, error) {
	var deleted []any
	if l.objects {
		for _, e := range append(list[:len(list):len(list)], order...) {
			object, err := l.object(e)
			if err != nil {
				return nil, err
			}
			if _, found := object[l.key]; !found {
				return nil, l.noKey(object)
			}
		}
		list, deleted = splitDeleted(list)
	}
	places := l.indices(order)
	sort.SliceStable(list, func(i, j int) bool {
		a, aFound := places[l.identity(list[i])]
		b, bFound := places[l.identity(list[j])]
		return l.work.Step(1) && (!aFound || !bFound || a < b)
	})
	return append(list, deleted...), nil
}

func splitDeleted(list []any) (left, deleted []any) {
	for _, e := range list {
		if e.(map[string]any)[directive] == "delete" {
			deleted = append(deleted, e)
		} else {
			left = append(left, e)
		}
	}
	return left, deleted
}
