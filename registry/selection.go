package registry

import (
	"context"
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/valuetext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural/field"
)

// Selection selects objects of one version. Create it with [Selectable.Select]. It is
// immutable and safe for concurrent use. A zero or nil Selection selects everything.
type Selection struct {
	selectable *Selectable
	labels     selector.Labels
	fields     selector.Fields
	terms      []selectionTerm // of fields
}

// selectionTerm is a requirement on a field.
type selectionTerm struct {
	name     string           // of a field of metadata
	declared *selectableField // or nil
	value    string
	equal    bool
}

// Select returns the selection of objects that both selectors select: the objects that a
// server lists, watches or deletes for a request with the query parameters labelSelector
// and fieldSelector, in the namespace of the request. The zero selectors select everything.
//
// The error is a *structural.Error with the server's text (400): objects of this version
// can be selected only by the fields of s.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/conversion,
// crConverter.ConvertFieldLabel; k8s.io/apiserver/pkg/storage, SelectionPredicate.Matches.
func (s *Selectable) Select(labels selector.Labels, fields selector.Fields) (*Selection, error) {
	out := &Selection{selectable: s, labels: labels, fields: fields}
	for _, r := range fields.Requirements() {
		f := s.byName[r.Key]
		if f == nil && !s.hasMetaField(r.Key) {
			return nil, s.unselectable(r.Key)
		}
		out.terms = append(out.terms, selectionTerm{name: r.Key, declared: f, value: r.Values[0], equal: r.Operator == selector.Equals})
	}
	return out, nil
}

// unselectable returns the error for a field by which objects cannot be selected.
func (s *Selectable) unselectable(name string) error {
	detail := codes.SelectorFieldDetail
	if s.unknown != nil {
		detail = s.unknown
	}
	return field.Verbatim(field.Error{Code: codes.SelectorField, Value: name, Detail: detail(name)})
}

// Matches reports whether an object is selected. It allocates nothing if the fields of the
// selector are strings, integers, booleans or absent. The error is the same as of
// [Selectable.Values]. ctx is checked before slow steps: fields that are maps or
// lists, and paths that may have several values.
func (s *Selection) Matches(ctx context.Context, obj map[string]any) (bool, error) {
	if s == nil || s.labels.Empty() && s.fields.Empty() {
		return true, nil
	}
	if s.selectable.fallible { // even if the selection does not use them
		values, err := s.selectable.Values(ctx, obj)
		return err == nil && s.labels.MatchesObject(obj) && s.fields.Matches(values), err
	}
	if !s.labels.MatchesObject(obj) {
		return false, nil
	}
	return s.matchesFields(ctx, obj)
}

// matchesFields reports whether an object has the fields of the selection. The fields
// cannot be errors.
func (s *Selection) matchesFields(ctx context.Context, obj map[string]any) (bool, error) {
	var w *work.Tracker // of values that take long to print
	for i := range s.terms {
		t := &s.terms[i]
		if t.declared == nil {
			if (metaText(obj, t.name) == t.value) != t.equal {
				return false, nil
			}
			continue
		}
		value, _ := t.declared.path.First(obj)
		if w == nil && valuetext.IsNested(value) {
			w = work.Start(ctx, selectStage)
		}
		matched := hasText(w, value, t.value) == t.equal
		if w != nil && w.Failed() {
			return false, w.Err()
		}
		if !matched {
			return false, nil
		}
	}
	return true, nil
}

// hasText reports whether text is what [selectableText] returns for value.
func hasText(w *work.Tracker, value any, text string) bool {
	switch value := value.(type) {
	case int64:
		var digits [20]byte
		return string(strconv.AppendInt(digits[:0], value, 10)) == text
	case bool:
		return strconv.FormatBool(value) == text
	}
	return selectableText(w, value) == text
}
