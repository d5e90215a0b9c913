package structural

import (
	"errors"
	"maps"
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

// Normalised says that the schema is a part of what [Normalize] has returned, so
// that it need not be looked at again.
func Normalised() Option {
	return optionFunc(func(p *parser) { p.normalised = true })
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
//   - [UnknownField]: a keyword that Kubernetes does not know; it is dropped. A
//     server drops those below items, additionalProperties, additionalItems and
//     dependencies without a word.
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
	p := parser{reporter: newReporter(), sharing: newSharing()}
	for _, o := range opts {
		o.apply(&p)
	}
	if !p.normalised {
		normal, err := Normalize(openAPIV3Schema)
		if err != nil {
			return nil, Errors{notJSON(err)}
		}
		openAPIV3Schema = normal.(map[string]any)
	}
	s := p.schema(openAPIV3Schema)
	if p.left > 0 {
		// Too many problems to list them all: read again in order, so that
		// those listed are the same every time.
		p.reporter, p.ordered = newReporter(), true
		s = p.schema(openAPIV3Schema)
	}
	return s, p.sorted()
}

func notJSON(err error) *Error {
	e := &Error{Kind: Undecodable, Value: Omitted, Detail: err.Error()}
	var not *NotJSONError
	if errors.As(err, &not) {
		e.Path, e.Detail = not.Path, "not a JSON value: "+not.Reason
	}
	return e
}

// parser reads one schema.
type parser struct {
	reporter
	undocumented bool
	normalised   bool
	ordered      bool // visit maps in byte order
	sharing      sharing
	spare        []Schema
	free         []*Schema
}

// node is a new node. Nodes are made in batches, in the order in which they are
// read, so that those of one subtree lie next to each other in memory.
func (p *parser) node() *Schema {
	const batch = 16
	if n := len(p.free); n > 0 {
		s := p.free[n-1]
		p.free = p.free[:n-1]
		return s
	}
	if len(p.spare) == 0 {
		p.spare = make([]Schema, batch)
	}
	s := &p.spare[0]
	p.spare = p.spare[1:]
	return s
}

// at runs read one step further down.
func (p *parser) at(step Step, read func()) {
	p.enter(step)
	read()
	p.leave()
}

// each runs read for every entry of m, one step further down.
func (p *parser) each(m map[string]any, step func(string) Step, read func(name string, v any)) {
	if p.ordered {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			p.at(step(name), func() { read(name, m[name]) })
		}
		return
	}
	for name, v := range m {
		p.at(step(name), func() { read(name, v) })
	}
}

func (p *parser) schema(m map[string]any) *Schema {
	s := p.node()
	p.each(m, Field, func(keyword string, v any) { p.keyword(s, keyword, v) })
	if other, found := p.sharing.same(s); found {
		*s = Schema{}
		p.free = append(p.free, s)
		return other
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
	p.each(m, Key, func(name string, v any) { out = append(out, property{name, p.subschema(v)}) })
	slices.SortFunc(out, func(a, b property) int { return strings.Compare(a.name, b.name) })
	packNames(out)
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
		s.legacy().itemsList = p.schemaList(v)
		p.unsupportedIf(len(v) > 0, "OpenAPIV3Schema 'items' must be a schema, but is an array")
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
	out := make([]dependency, 0, len(m))
	p.each(m, Key, func(name string, v any) {
		d := dependency{name: name}
		switch v := v.(type) {
		case map[string]any:
			d.schema = p.schema(v)
		case []any:
			d.properties = p.strings(v)
		}
		out = append(out, d)
	})
	slices.SortFunc(out, func(a, b dependency) int { return strings.Compare(a.name, b.name) })
	s.legacy().dependencies = out
	p.unsupportedIf(len(m) > 0, "OpenAPIV3Schema 'dependencies' is not supported")
}
