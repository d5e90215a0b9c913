package correlate

import (
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// comparison compares two values and has the path of the first difference.
type comparison struct {
	work *work.Tracker
	path *diffPath
}

// equal reports whether v equals the old value w, or appends to the path the one of the first
// difference.
func (d comparison) equal(s *structural.Schema, v, w any) bool {
	switch v := v.(type) {
	case map[string]any:
		w, ok := w.(map[string]any)
		return ok && d.equalObjects(s, v, w, nil)
	case []any:
		w, ok := w.([]any)
		return ok && d.equalLists(s, v, w, nil, nil)
	default:
		return structural.Equal(v, w)
	}
}

func (d comparison) equalObjects(s *structural.Schema, v, w map[string]any, known map[childName]struct{}) bool {
	if len(v) != len(w) {
		return false
	}
	for name, e := range v {
		if _, same := known[childName{field: name}]; same {
			continue
		}
		old, found := w[name]
		if !found {
			return false
		}
		field := fieldSchema(s, name)
		if field == nil || !d.equal(field, e, old) {
			*d.path = append(*d.path, childName{field: name})
			return false
		}
	}
	return true
}

// equalLists compares v and w. known are equal children; keyed may be nil.
func (d comparison) equalLists(s *structural.Schema, v, w []any, keyed *Keyed, known map[childName]struct{}) bool {
	if len(v) != len(w) {
		return false
	}
	if !isKeyed(s) {
		return structural.Equal(v, w)
	}
	if len(v) == 0 {
		return true
	}
	items := s.Items()
	if items == nil {
		return false
	}
	if keyed == nil {
		keyed = NewKeyed(d.work, s, w)
	}
	for i, e := range v {
		if _, same := known[childName{index: i}]; same {
			continue
		}
		old, found := keyed.Find(e)
		if !found || !d.equal(items, e, old) {
			*d.path = append(*d.path, childName{index: i})
			return false
		}
	}
	return true
}

// fieldSchema returns nil for an unspecified field. It does not have an old value.
func fieldSchema(s *structural.Schema, name string) *structural.Schema {
	field, _ := s.Field(name)
	return field
}

func isKeyed(s *structural.Schema) bool {
	listType, _ := s.ListType()
	return listType == "map"
}
