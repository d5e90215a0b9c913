package structural

import "errors"

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
	p := newParser(opts)
	s := p.read(openAPIV3Schema)
	if p.foreign {
		normal, err := Normalize(openAPIV3Schema)
		if err != nil {
			return nil, Errors{notJSON(err)}
		}
		p.normalised = true
		s = p.read(normal.(map[string]any))
	}
	return s, p.errs.Sorted()
}

func notJSON(err error) *Error {
	e := &Error{Kind: Undecodable, Value: Omitted, Detail: err.Error()}
	var not *NotJSONError
	if errors.As(err, &not) {
		e.Path, e.Detail = not.Path, "not a JSON value: "+not.Reason
	}
	return e
}
