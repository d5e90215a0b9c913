package structural

import (
	"regexp/syntax"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/facts"
)

// Check tells why a schema is not structural, sorted; nothing if it is. A
// server refuses a definition whose schema is not.
//
// These are the rules, in the words of the Kubernetes documentation:
//
//  1. The root, every property, every item and every additional property names
//     a non-empty type, unless x-kubernetes-int-or-string or
//     x-kubernetes-preserve-unknown-fields is true.
//  2. Every property and every items that the root's allOf, anyOf, oneOf or
//     not mention is also declared outside of them.
//  3. Below these four, description, title, type, default, nullable,
//     additionalProperties and the x-kubernetes keywords are not used, except
//     for the two ways to write an int-or-string.
//  4. The root says nothing about metadata but restrictions of name and
//     generateName.
//
// Besides, an array has items, the root is an object without
// additionalProperties, an embedded resource is an object that declares
// properties or preserves unknown fields, and patterns are regular expressions.
//
// A problem that [FromMap] reports is not reported again, and the keyword counts
// as absent. The nil schema is structural. The answer is the same for a schema
// made with [WithoutDocumentation].
//
// Rule: Kubernetes documentation, "Specifying a structural schema";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema, ValidateStructural.
func Check(s *Schema) Errors {
	if s == nil {
		return nil
	}
	c := checker{reporter: newReporter()}
	c.node(s, rootLevel)
	c.completeness(s)
	return c.errs.Sorted()
}

// level is where a node stands in its schema.
type level uint8

const (
	rootLevel level = iota
	itemLevel
	fieldLevel
)

// typeRequired says, for each level, why a node needs a type.
var typeRequired = [...]string{
	rootLevel:  codes.TypeRequiredAtRoot,
	itemLevel:  codes.TypeRequiredForItems,
	fieldLevel: codes.TypeRequiredForFields,
}

// checker checks the nodes that shape values; branches of junctors are checked
// by its method branch.
type checker struct {
	reporter
	patterns map[string]error // those looked at: a schema repeats them often
}

func (c *checker) node(s *Schema, at level) {
	c.children(s)
	c.typeOf(s, at)
	c.shape(s, at)
	c.extensions(s)
	c.resource(s, at)
	inAnyOf, inFirstAllOf := s.spellsIntOrString()
	c.values(s, inAnyOf, inFirstAllOf)
}

func (c *checker) children(s *Schema) {
	c.child(Field("items"), s.items, itemLevel)
	c.child(Field("additionalProperties"), s.additional, fieldLevel)
	c.enter(Field("properties"))
	for i := range s.properties {
		c.child(Key(s.properties[i].name), s.properties[i].schema, fieldLevel)
	}
	c.leave()
}

// child passes by what has nothing that could be wrong: most of a schema.
func (c *checker) child(step Step, s *Schema, at level) {
	if s.Holds(facts.NeedsCheck) {
		c.enter(step)
		c.node(s, at)
		c.leave()
	}
}

func (c *checker) typeOf(s *Schema, at level) {
	switch {
	case s.has(embeddedResource):
		if s.typ == NoType {
			c.report(codes.EmbeddedResourceType, Required, Omitted, codes.EmbeddedResourceTypeDetail, Field("type"))
		} else if s.typ != Object {
			c.report(codes.EmbeddedResourceType, Invalid, s.TypeName(), codes.EmbeddedResourceTypeDetail, Field("type"))
		}
	case s.typ == NoType && !s.has(intOrString|preserveUnknown):
		c.report(codes.TypeRequired, Required, Omitted, typeRequired[at], Field("type"))
	}
	if at == rootLevel && s.typ != NoType && s.typ != Object {
		c.report(codes.RootType, Invalid, s.TypeName(), codes.RootTypeDetail, Field("type"))
	}
}

func (c *checker) shape(s *Schema, at level) {
	if s.typ == Array && s.items == nil {
		c.report(codes.ItemsRequired, Required, Omitted, codes.ItemsRequiredDetail, Field("items"))
	}
	if !s.has(additionalAllowed | additionalDenied) {
		return
	}
	if at == rootLevel {
		c.report(codes.RootAdditionalProperties, Forbidden, Omitted, codes.RootAdditionalPropertiesDetail, Field("additionalProperties"))
	}
	if s.has(embeddedResource) {
		c.report(codes.EmbeddedResourceAdditional, Forbidden, Omitted, codes.EmbeddedResourceAdditionalDetail, Field("additionalProperties"))
	}
}

func (c *checker) extensions(s *Schema) {
	if !s.has(intOrString) {
		return
	}
	if s.has(preserveUnknown) {
		c.report(codes.IntOrStringAlone, Invalid, true, codes.IntOrStringAloneDetail, Field("x-kubernetes-preserve-unknown-fields"))
	}
	if s.has(embeddedResource) {
		c.report(codes.IntOrStringAlone, Invalid, true, codes.IntOrStringAloneDetail, Field("x-kubernetes-embedded-resource"))
	}
}

// values checks the keywords that restrict values, of a node as of a branch.
func (c *checker) values(s *Schema, skipAnyOf, skipAnyOfOfFirstAllOf bool) {
	if s.value == nil {
		return
	}
	if p := s.value.pattern; p != "" {
		if err := c.parsePattern(p); err != nil {
			c.report(codes.PatternSyntax, Invalid, p, codes.PatternSyntaxDetail(err), Field("pattern"))
		}
	}
	j := s.value.junctors
	if j == nil {
		return
	}
	if !skipAnyOf {
		c.branches("anyOf", j.anyOf, false)
	}
	c.branches("allOf", j.allOf, skipAnyOfOfFirstAllOf)
	c.branches("oneOf", j.oneOf, false)
	if j.not != nil {
		c.enter(Field("not"))
		c.branch(j.not, false)
		c.leave()
	}
}

// parsePattern says why a pattern does not compile: parsing is all of compiling
// that can fail.
func (c *checker) parsePattern(p string) error {
	err, known := c.patterns[p]
	if !known {
		if c.patterns == nil {
			c.patterns = map[string]error{}
		}
		_, err = syntax.Parse(p, syntax.Perl)
		c.patterns[p] = err
	}
	return err
}

// resource checks what a node says about apiVersion, kind and metadata, which
// belong to the server in the root and in embedded resources.
func (c *checker) resource(s *Schema, at level) {
	if at == rootLevel || s.has(embeddedResource) {
		c.metaType(s, "kind", String)
		c.metaType(s, "apiVersion", String)
		c.metaType(s, "metadata", Object)
	}
	if at == rootLevel && !s.Property("metadata").restrictsNameOnly() {
		c.report(codes.RootMetadata, Forbidden, Omitted, codes.RootMetadataDetail, Field("properties"), Key("metadata"))
	}
	if s.has(embeddedResource) && !s.has(preserveUnknown) && len(s.properties) == 0 {
		c.report(codes.EmbeddedResourceProperties, Required, Omitted, codes.EmbeddedResourcePropertiesDetail, Field("properties"))
	}
}

func (c *checker) metaType(s *Schema, name string, t Type) {
	if p := s.Property(name); p != nil && p.typ != t {
		c.report(codes.ResourceFieldType, Invalid, p.TypeName(), codes.ResourceFieldTypeDetail(typeNames[t]), Field("properties"), Key(name), Field("type"))
	}
}

// restrictsNameOnly tells whether a schema for the root's metadata is limited
// to type, default and the properties name and generateName, whose schemas are
// free.
func (s *Schema) restrictsNameOnly() bool {
	if s == nil {
		return true
	}
	for _, p := range s.properties {
		if p.name != "name" && p.name != "generateName" {
			return false
		}
	}
	return !s.has(additionalAllowed|additionalDenied) && s.plain()
}
