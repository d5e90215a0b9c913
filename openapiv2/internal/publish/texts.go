package publish

import (
	"slices"
	"unicode/utf8"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

func hasValidTexts(w *work.Tracker, s *structural.Schema) bool {
	for node := range s.Schemas() {
		if !w.Step(1) || !validTexts(w, node) {
			return false
		}
	}
	return true
}

func validTexts(w *work.Tracker, s *structural.Schema) bool {
	listType, _ := s.ListType()
	mapType, _ := s.MapType()
	if !valid(s.Description(), s.Title(), s.TypeName(), string(listType), string(mapType)) || !validNames(s) {
		return false
	}
	if docs := s.ExternalDocs(); docs != nil && !valid(docs.Description, docs.URL) {
		return false
	}
	for _, r := range s.Rules() {
		if !valid(r.Rule, r.Message, r.MessageExpression, r.FieldPath) || r.Reason != nil && !valid(string(*r.Reason)) {
			return false
		}
	}
	return validValues(w, s)
}

func validNames(s *structural.Schema) bool {
	for i := range s.NumProperties() {
		if name, _ := s.PropertyAt(i); !valid(name) {
			return false
		}
	}
	return valid(s.ListMapKeys()...)
}

func validValues(w *work.Tracker, s *structural.Schema) bool {
	for _, v := range [...]any{s.Default(), s.Example()} {
		if v != nil && jsontext.NotUTF8(w, v, nil, structural.MaxDepth) != nil {
			return false
		}
	}
	if !s.Holds(facts.Restrictions) {
		return true
	}
	for _, v := range s.Enum() {
		if jsontext.NotUTF8(w, v, nil, structural.MaxDepth) != nil {
			return false
		}
	}
	return valid(s.Format(), s.Pattern()) && valid(s.Required()...)
}

func valid(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(s string) bool { return !utf8.ValidString(s) })
}
