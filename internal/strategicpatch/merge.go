package strategicpatch

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/gotype"
	"github.com/seed95800270/crdschema/internal/work"
)

// The fields of a patch that are directives.
const (
	directive  = "$patch"
	retainKeys = "$retainKeys"
	deleteFrom = "$deleteFromPrimitiveList"
	setOrder   = "$setElementOrder"
)

// Merge returns object changed by patch. It changes both: the server's errors print the patch
// as the merge leaves it. The error is an [*Error], or the error of w.
func Merge(w *work.Tracker, object, patch map[string]any, t *gotype.Type) (map[string]any, error) {
	m := merger{work: w}
	out, err := m.objects(object, patch, fieldMeta{t: t})
	if w.Failed() {
		return nil, w.Err()
	}
	return out, err
}

type merger struct{ work *work.Tracker }

// objects merges patch into object. nil is an empty object.
func (m *merger) objects(object, patch map[string]any, at fieldMeta) (map[string]any, error) {
	if what, found := patch[directive]; found {
		return replaced(what, patch)
	}
	if object == nil {
		object = map[string]any{}
	}
	if err := m.retain(object, patch); err != nil {
		return nil, err
	}
	if err := m.orderLists(object, patch, at); err != nil {
		return nil, err
	}
	for _, name := range m.names(patch) {
		if err := m.field(object, name, patch[name], at); err != nil {
			return nil, err
		}
	}
	return object, nil
}

func (m *merger) names(object map[string]any) []string {
	return work.Sorted(m.work, slices.Collect(maps.Keys(object)))
}

// replaced returns what $patch makes of an object.
func replaced(what any, patch map[string]any) (map[string]any, error) {
	switch what {
	case "replace":
		delete(patch, directive)
		return patch, nil
	case "delete":
		return map[string]any{}, nil
	default:
		return nil, unknownDirective(what, patch)
	}
}

func unknownDirective(what any, patch map[string]any) error {
	return unexpected(fmt.Sprintf("unknown patch type: %s in map: %v", what, patch))
}

// retain deletes the fields of object that $retainKeys does not list. All fields that the
// patch sets must be listed.
func (m *merger) retain(object, patch map[string]any) error {
	listed, found := patch[retainKeys]
	if !found {
		return nil
	}
	delete(patch, retainKeys)
	list, isList := listed.([]any)
	if !isList {
		return errRetainKeys
	}
	retained := map[string]bool{}
	for _, v := range list {
		if name, isText := v.(string); isText {
			retained[name] = true
		}
	}
	if !m.work.Step(len(list) + len(patch) + len(object)) {
		return m.work.Err()
	}
	for name, v := range patch {
		if v != nil && !strings.HasPrefix(name, deleteFrom) && !strings.HasPrefix(name, setOrder) && !retained[name] {
			return errRetainKeys
		}
	}
	maps.DeleteFunc(object, func(name string, _ any) bool { return !retained[name] })
	return nil
}

// field merges one field of a patch into object.
func (m *merger) field(object map[string]any, name string, v any, at fieldMeta) error {
	if !m.work.Step(1) {
		return m.work.Err()
	}
	deletes := strings.HasPrefix(name, deleteFrom)
	if deletes {
		var named bool
		if name, named = strings.CutPrefix(name, deleteFrom+"/"); !named {
			return errPrimitiveList
		}
	}
	old, found := object[name]
	var err error
	switch {
	case v == nil:
		delete(object, name)
	case !found || reflect.TypeOf(old) != reflect.TypeOf(v):
		if !deletes {
			m.dropNulls(v)
			m.set(object, name, v)
		}
	default:
		err = m.value(object, name, v, deletes, at)
	}
	return err
}

// value merges v into a field that has a value of the same Go type.
func (m *merger) value(object map[string]any, name string, v any, deletes bool, at fieldMeta) error {
	switch old := object[name].(type) {
	case map[string]any:
		inner, err := at.field(name)
		if err != nil {
			return err
		}
		object[name], err = m.objects(old, v.(map[string]any), inner)
		return err
	case []any:
		inner, err := at.elements(name)
		if err != nil {
			return err
		}
		object[name], err = m.list(old, v.([]any), inner, deletes)
		return err
	default:
		object[name] = v
		return nil
	}
}

// set sets a field to a new value without its directives.
func (m *merger) set(object map[string]any, name string, v any) {
	if v, kept := m.withoutDirectives(v); kept {
		object[name] = v
	} else {
		delete(object, name)
	}
}

// withoutDirectives returns v without the objects that have $patch. It reports whether v
// itself stays. Other directives stay.
func (m *merger) withoutDirectives(v any) (any, bool) {
	if !m.work.Step(1) {
		return nil, false
	}
	switch v := v.(type) {
	case map[string]any:
		if _, found := v[directive]; found {
			return nil, false
		}
		for name, field := range v {
			m.set(v, name, field)
		}
	case []any:
		kept := []any{}
		for _, e := range v {
			if e, keep := m.withoutDirectives(e); keep {
				kept = append(kept, e)
			}
		}
		return kept, true
	}
	return v, true
}

// dropNulls deletes the fields with null from a new value. Elements of lists may be null.
func (m *merger) dropNulls(v any) {
	if !m.work.Step(1) {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for name, field := range v {
			if field == nil {
				delete(v, name)
			} else {
				m.dropNulls(field)
			}
		}
	case []any:
		for _, e := range v {
			m.dropNulls(e)
		}
	}
}
