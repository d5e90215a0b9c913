package validate

import "github.com/seed95800270/crdschema/structural"

// warningPaths holds the first paths of the keywords that the server warns of.
type warningPaths struct {
	formats map[string]structural.Path // by format
	sets    map[string]structural.Path // by the type of the items
}

// maxWarningPaths limits paths as deep as the CRD. The server sends fewer warnings.
const maxWarningPaths = 300

// warningPaths returns the paths of the keywords in f, except inside unsupported keywords.
func (s *Server) warningPaths(f *form) warningPaths {
	out := warningPaths{formats: map[string]structural.Path{}, sets: map[string]structural.Path{}}
	each := func(v partsForm) {
		if schema := v.Schema.get(); schema != nil {
			out.walk(s, schema.Schema, f.spec.part(v, schemaPart).field("openAPIV3Schema").path)
		}
	}
	each(f.spec.shared)
	f.spec.each(each)
	return out
}

func (w *warningPaths) walk(s *Server, schema *structural.Schema, path structural.Path) {
	if schema == nil || len(w.formats)+len(w.sets) >= maxWarningPaths {
		return
	}
	if name, warned := s.unknownFormat(schema); warned && w.formats[name] == nil {
		w.formats[name] = path.Append(structural.Field("format"))
	}
	if itemType, isSet := nonScalarSet(schema); isSet && w.sets[itemType] == nil {
		w.sets[itemType] = path.Append(structural.Field("x-kubernetes-list-type"))
	}
	w.walk(s, schema.Items(), append(path, structural.Field("items")))
	w.walk(s, schema.AdditionalProperties(), append(path, structural.Field("additionalProperties")))
	for name, property := range schema.Properties() {
		w.walk(s, property, append(path, structural.Field("properties"), structural.Key(name)))
	}
	w.branches(s, "allOf", schema.AllOf(), path)
	w.branches(s, "anyOf", schema.AnyOf(), path)
	w.branches(s, "oneOf", schema.OneOf(), path)
	w.walk(s, schema.Not(), append(path, structural.Field("not")))
}

func (w *warningPaths) branches(s *Server, junctor string, branches []*structural.Schema, path structural.Path) {
	for i, branch := range branches {
		w.walk(s, branch, append(path, structural.Field(junctor), structural.Index(i)))
	}
}
