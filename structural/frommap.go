package structural

import (
	"slices"
	"strings"
)

// Option adjusts [FromMap].
type Option interface{ apply(*parser) }

type optionFunc func(*parser)

func (f optionFunc) apply(p *parser) { f(p) }

// WithoutDocumentation leaves out description, title, externalDocs and
// example: half of the text of a typical definition, which nothing needs that
// only serves objects. [Check] gives the same answer without them.
func WithoutDocumentation() Option {
	return optionFunc(func(p *parser) { p.undocumented = true })
}

// FromMap reads a schema as it stands under openAPIV3Schema, decoded from JSON
// or YAML. It takes any map whatsoever and returns the part that can be read,
// and every problem, located in the map and sorted:
//
//   - [Undecodable]: a keyword whose value has a type that a server does not
//     decode (it refuses the whole manifest); the keyword is left out.
//   - [Forbidden], in the server's words without a location: a keyword of JSON
//     schema that Kubernetes does not support, or
//     x-kubernetes-preserve-unknown-fields: false.
//   - [UnknownField]: a keyword that Kubernetes does not know; it is dropped.
//
// A nil map gives a nil schema. A value that is no JSON value (see
// [Normalize]) gives a nil schema and one Undecodable error. Nothing of the
// map is kept; strings are shared.
//
// Rules: Kubernetes API reference, JSONSchemaProps; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema, NewStructural.
func FromMap(openAPIV3Schema map[string]any, opts ...Option) (*Schema, Errors) {
	if openAPIV3Schema == nil {
		return nil, nil
	}
	normal, err := Normalize(openAPIV3Schema)
	if err != nil {
		return nil, Errors{{Kind: Undecodable, Value: Omitted, Detail: err.Error()}}
	}
	var p parser
	for _, o := range opts {
		o.apply(&p)
	}
	s := p.schema(normal.(map[string]any))
	return s, p.errs.Sort()
}

// parser reads one schema. path is where it is reading.
type parser struct {
	path         Path
	errs         Errors
	undocumented bool
}

// at runs read one step further down.
func (p *parser) at(step Step, read func()) {
	p.path = append(p.path, step)
	read()
	p.path = p.path[:len(p.path)-1]
}

func (p *parser) schema(m map[string]any) *Schema {
	s := &Schema{}
	for keyword, v := range m {
		p.path = append(p.path, Field(keyword))
		p.keyword(s, keyword, v)
		p.path = p.path[:len(p.path)-1]
	}
	return s.seal()
}

// subschema reads a schema that must be an object; null and what cannot be
// read are the empty schema.
func (p *parser) subschema(v any) *Schema {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaProps")
	}
	return p.schema(m)
}

func (p *parser) schemaList(v any) []*Schema {
	list, ok := v.([]any)
	if !ok {
		p.mismatch(v, "[]v1.JSONSchemaProps")
		return nil
	}
	out := make([]*Schema, len(list))
	for i, e := range list {
		p.at(Index(i), func() { out[i] = p.subschema(e) })
	}
	return out
}

// schemaMap reads named schemas and sorts them.
func (p *parser) schemaMap(v any) []property {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "map[string]v1.JSONSchemaProps")
		return nil
	}
	out := make([]property, 0, len(m))
	for name, e := range m {
		p.at(Key(name), func() { out = append(out, property{name, p.subschema(e)}) })
	}
	slices.SortFunc(out, func(a, b property) int { return strings.Compare(a.name, b.name) })
	return out
}

// schemaOrBool reads additionalProperties and additionalItems.
func (p *parser) schemaOrBool(v any) *schemaOrBool {
	switch v := v.(type) {
	case nil:
		return nil
	case bool:
		return &schemaOrBool{allows: v}
	case map[string]any:
		return &schemaOrBool{schema: p.schema(v), allows: true}
	default:
		p.undecodable(v, "boolean or JSON schema expected")
		return nil
	}
}

// items reads a schema or, in the form that Kubernetes refuses, a list of
// schemas. The server takes anything else for items without a schema.
func (p *parser) items(s *Schema, v any) {
	if v != nil {
		s.flags |= itemsGiven
	}
	switch v := v.(type) {
	case map[string]any:
		s.items = p.schema(v)
	case []any:
		if len(v) > 0 {
			s.legacy().itemsList = p.schemaList(v)
			p.unsupported("OpenAPIV3Schema 'items' must be a schema, but is an array")
		}
	}
}

// dependencies reads schemas or lists of property names; the server takes
// anything else for neither.
func (p *parser) dependencies(s *Schema, v any) {
	m, ok := v.(map[string]any)
	if !ok {
		p.mismatch(v, "v1.JSONSchemaDependencies")
		return
	}
	s.legacy().hasDependencies = true
	for name, e := range m {
		p.at(Key(name), func() {
			d := dependency{name: name}
			switch e := e.(type) {
			case map[string]any:
				d.schema = p.schema(e)
			case []any:
				d.properties = p.strings(e)
			}
			s.legacy().dependencies = append(s.legacy().dependencies, d)
		})
	}
	slices.SortFunc(s.legacy().dependencies, func(a, b dependency) int { return strings.Compare(a.name, b.name) })
	if len(m) > 0 {
		p.unsupported("OpenAPIV3Schema 'dependencies' is not supported")
	}
}
