package structural

import "github.com/seed95800270/crdschema/internal/codes"

// flags holds the keywords of a node that are true or false, and what else is one bit.
type flags uint32

const (
	nullable flags = 1 << iota
	embeddedResource
	intOrString
	exclusiveMaximum
	exclusiveMinimum
	uniqueItems
	preserveUnknown
	preserveFalse     // x-kubernetes-preserve-unknown-fields: false is an error
	additionalAllowed // additionalProperties: true, or a schema
	additionalDenied  // additionalProperties: false
	itemsGiven        // items is present, in any form
	// Documentation that is present, even if it is not kept.
	hasDescription
	hasTitle
	hasExternalDocs
	hasExample
)

// valueFlags are the keywords that restrict values without specifying their structure.
const valueFlags = exclusiveMaximum | exclusiveMinimum | uniqueItems

// flagKeywords holds all that the package needs to know of a keyword that is true or absent: its
// name, and where the server's internal type prints it.
var flagKeywords = [...]struct {
	flag  flags
	name  string
	print func(*props) *bool
}{
	{nullable, "nullable", func(p *props) *bool { return &p.Nullable }},
	{embeddedResource, "x-kubernetes-embedded-resource", func(p *props) *bool { return &p.XEmbeddedResource }},
	{intOrString, "x-kubernetes-int-or-string", func(p *props) *bool { return &p.XIntOrString }},
	{exclusiveMaximum, "exclusiveMaximum", func(p *props) *bool { return &p.ExclusiveMaximum }},
	{exclusiveMinimum, "exclusiveMinimum", func(p *props) *bool { return &p.ExclusiveMinimum }},
	{uniqueItems, "uniqueItems", func(p *props) *bool { return &p.UniqueItems }},
}

// flag reads a keyword of flagKeywords. It reports false if name is not one.
func (p *parser) flag(s *Schema, name string, v any) bool {
	for i := range flagKeywords {
		if flagKeywords[i].name != name {
			continue
		}
		if set, _ := p.bool(v); set {
			s.flags |= flagKeywords[i].flag
		}
		return true
	}
	return false
}

func (p *parser) preserveUnknown(s *Schema, v any) {
	switch preserve, ok := p.bool(v); {
	case !ok:
	case preserve:
		s.flags |= preserveUnknown
	default:
		s.flags |= preserveFalse
		p.forbidden(codes.PreserveFalse, codes.PreserveFalseText)
	}
}

func (w mapWriter) flags(f flags) {
	for _, k := range flagKeywords {
		if f&k.flag != 0 {
			w[k.name] = true
		}
	}
	if f&(preserveUnknown|preserveFalse) != 0 {
		w["x-kubernetes-preserve-unknown-fields"] = f&preserveUnknown != 0
	}
}

func (p *props) flags(f flags) {
	for _, k := range flagKeywords {
		*k.print(p) = f&k.flag != 0
	}
	if preserve := f&preserveUnknown != 0; preserve || f&preserveFalse != 0 {
		p.XPreserveUnknownFields = &preserve
	}
}

func (s *Schema) has(f flags) bool { return s != nil && s.flags&f != 0 }

// Nullable reports whether null is an allowed value: it is then neither dropped
// nor replaced by a default.
func (s *Schema) Nullable() bool { return s.has(nullable) }

// PreservesUnknownFields reports whether x-kubernetes-preserve-unknown-fields is
// true for s itself. Declared properties do not inherit it.
func (s *Schema) PreservesUnknownFields() bool { return s.has(preserveUnknown) }

// EmbeddedResource reports whether x-kubernetes-embedded-resource is true.
func (s *Schema) EmbeddedResource() bool { return s.has(embeddedResource) }

// IntOrString reports whether x-kubernetes-int-or-string is true.
func (s *Schema) IntOrString() bool { return s.has(intOrString) }

// UniqueItems reports whether uniqueItems is true. The server rejects it when a CRD is written.
func (s *Schema) UniqueItems() bool { return s.has(uniqueItems) }
