package correlate

import "github.com/seed95800270/crdschema/structural"

// equal tells whether v is the same as the old value w, and if not, leads to
// the first part found that differs.
func (t *trace) equal(s *structural.Schema, v, w any) bool {
	switch v := v.(type) {
	case map[string]any:
		w, ok := w.(map[string]any)
		return ok && t.equalObjects(s, v, w, nil)
	case []any:
		w, ok := w.([]any)
		return ok && t.equalLists(s, v, w, nil, nil)
	default:
		return structural.Equal(v, w)
	}
}

// equalObjects leaves out the children that are known to be the same.
func (t *trace) equalObjects(s *structural.Schema, v, w map[string]any, known map[child]struct{}) bool {
	if len(v) != len(w) {
		return false
	}
	for name, e := range v {
		if _, same := known[child{name: name}]; same {
			continue
		}
		old, found := w[name]
		if !found {
			return false
		}
		field := fieldSchema(s, name)
		if field == nil || !t.equal(field, e, old) {
			*t = append(*t, child{name: name})
			return false
		}
	}
	return true
}

// equalLists does the same. keyed may be nil.
func (t *trace) equalLists(s *structural.Schema, v, w []any, keyed *Keyed, known map[child]struct{}) bool {
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
		if _, same := known[child{index: i}]; same {
			continue
		}
		old, found := keyed.Find(e)
		if !found || !t.equal(items, e, old) {
			*t = append(*t, child{index: i})
			return false
		}
	}
	return true
}

// fieldSchema is the schema of a field that can have an old value, nil for
// others.
func fieldSchema(s *structural.Schema, name string) *structural.Schema {
	field, _ := s.Field(name)
	return field
}

// isKeyed tells whether the elements of a list have old values.
func isKeyed(s *structural.Schema) bool {
	listType, _ := s.ListType()
	return listType == "map"
}
