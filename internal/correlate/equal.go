package correlate

import "github.com/seed95800270/crdschema/structural"

// equal reports whether v equals the old value w, or appends to d the path of the first
// difference.
func (d *diffPath) equal(s *structural.Schema, v, w any) bool {
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

func (d *diffPath) equalObjects(s *structural.Schema, v, w map[string]any, known map[childName]struct{}) bool {
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
			*d = append(*d, childName{field: name})
			return false
		}
	}
	return true
}

// equalLists compares v and w. known are equal children; keyed may be nil.
func (d *diffPath) equalLists(s *structural.Schema, v, w []any, keyed *Keyed, known map[childName]struct{}) bool {
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
		keyed = NewKeyed(s, w)
	}
	for i, e := range v {
		if _, same := known[childName{index: i}]; same {
			continue
		}
		old, found := keyed.Find(e)
		if !found || !d.equal(items, e, old) {
			*d = append(*d, childName{index: i})
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
