package validate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/structural"
)

// warnings returns the server's warnings about unknown formats, and about sets whose items
// are not scalars, unless old has the same ones.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition,
// WarningsOnCreate and WarningsOnUpdate.
func (s *Server) warnings(f, old *form) errlist.Warnings {
	formats := s.unknownFormats(f)
	sets := nonScalarSets(f)
	if old != nil {
		known, had := map[string]bool{}, nonScalarSets(old)
		for _, text := range s.unknownFormats(old) {
			known[text] = true
		}
		formats = slices.DeleteFunc(formats, func(text string) bool { return known[text] })
		maps.DeleteFunc(sets, func(itemType string, _ bool) bool { return had[itemType] })
	}
	var out errlist.Warnings
	if len(formats)+len(sets) == 0 {
		return out
	}
	paths := s.warningPaths(f)
	for _, name := range formats {
		out = append(out, errlist.Warning{Path: paths.formats[name], Text: fmt.Sprintf("unrecognized format %q", name)})
	}
	for _, itemType := range slices.Sorted(maps.Keys(sets)) {
		text := fmt.Sprintf("x-kubernetes-list-type: set for items of type %q is not supported by server-side apply or CEL validation rules", itemType)
		out = append(out, errlist.Warning{Path: paths.sets[itemType], Text: text})
	}
	return out
}

// unknownFormats returns the formats as often as the schemas have them.
func (s *Server) unknownFormats(f *form) (out []string) {
	f.spec.visit(func(schema *structural.Schema) {
		if name, warned := s.unknownFormat(schema); warned {
			out = append(out, name)
		}
	})
	return out
}

func (s *Server) unknownFormat(schema *structural.Schema) (name string, warned bool) {
	name = schema.Format()
	return name, format.Warned(schema.TypeName(), name, s.FormatsMinor)
}

// nonScalarSets returns the item types.
func nonScalarSets(f *form) map[string]bool {
	out := map[string]bool{}
	f.spec.visit(func(schema *structural.Schema) {
		if itemType, isSet := nonScalarSet(schema); isSet {
			out[itemType] = true
		}
	})
	return out
}

// nonScalarSet returns the item type of a set whose items are not scalars.
func nonScalarSet(schema *structural.Schema) (itemType string, isSet bool) {
	if listType, _ := schema.ListType(); listType != "set" || schema.Items() == nil {
		return "", false
	}
	items := schema.Items()
	return items.TypeName(), items.Type() == structural.Object || items.Type() == structural.Array
}

func (s *specForm) visit(do func(*structural.Schema)) {
	each := func(v partsForm) {
		if schema := v.Schema.get(); schema != nil {
			for inner := range schema.Schemas() {
				do(inner)
			}
		}
	}
	each(s.shared)
	s.each(each)
}
