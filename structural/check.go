package structural

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/pattern"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// Check returns the reasons why a schema is not structural, sorted by their texts as the
// server sorts them, or nil if it is structural. The server rejects a CRD with a schema that is not.
//
// These are the rules of the Kubernetes documentation:
//
//  1. The root, every property, every item and every additional property has a non-empty
//     type, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is
//     true.
//  2. Every property and every items that the root's allOf, anyOf, oneOf or not mention is
//     also declared outside of them.
//  3. Inside allOf, anyOf, oneOf and not, the keywords description, title, type, default,
//     nullable, additionalProperties and x-kubernetes extensions are not used, except for
//     the two ways to write an int-or-string.
//  4. The root restricts nothing in metadata but name and generateName.
//
// In addition, an array has items, the root is an object without additionalProperties, an
// embedded resource is an object that declares properties or preserves unknown fields, and
// patterns are regular expressions.
//
// Any root but [Resource] is checked like a property: rules 2 and 4 do not apply, and it
// need not be an object and may have additionalProperties.
//
// An error that [FromMap] reports is not reported again, and the keyword counts as absent.
//
// ctx is not checked while a single pattern is parsed, for up to about 100 ms with the
// default budget; a larger pattern is too much work.
//
// Rule: Kubernetes documentation, "Specifying a structural schema";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema, ValidateStructural.
func Check(ctx context.Context, s *Schema, root Root) (Errors, error) {
	c := &structureChecker{reporter: newReporter(), work: work.Start(ctx, "checking the structure of a schema")}
	switch {
	case s == nil:
	case root == Resource:
		c.node(s, rootRole)
		c.completeness(s)
	default:
		c.node(s, fieldRole)
	}
	if err := c.work.Err(); err != nil {
		return nil, err
	}
	return c.errs.SortedByText(), nil
}

// nodeRole is the role of a node in its schema.
type nodeRole uint8

const (
	rootRole nodeRole = iota
	itemRole
	fieldRole
)

// typeRequired holds the reason why a node needs a type, by its role.
var typeRequired = [...]string{
	rootRole:  codes.TypeRequiredAtRoot,
	itemRole:  codes.TypeRequiredForItems,
	fieldRole: codes.TypeRequiredForFields,
}

// structureChecker checks the nodes outside of allOf, anyOf, oneOf and not, and,
// with its method branch, those inside.
type structureChecker struct {
	reporter
	work     *work.Tracker
	patterns map[string]error // by pattern, because a schema often repeats them
}

func (c *structureChecker) node(s *Schema, role nodeRole) {
	if !c.work.Step(1 + len(s.properties)) {
		return
	}
	c.children(s)
	c.typeOf(s, role)
	c.itemsAndAdditional(s, role)
	c.extensions(s)
	c.resource(s, role)
	inAnyOf, inFirstAllOf := s.spellsIntOrString()
	c.values(s, inAnyOf, inFirstAllOf)
}

func (c *structureChecker) children(s *Schema) {
	c.child(Field("items"), s.items, itemRole)
	c.child(Field("additionalProperties"), s.additional, fieldRole)
	c.enter(Field("properties"))
	for i := range s.properties {
		c.child(Key(s.properties[i].name), s.properties[i].schema, fieldRole)
	}
	c.leave()
}

// child skips a child if nothing in it can be wrong, as in most.
func (c *structureChecker) child(step field.Step, s *Schema, role nodeRole) {
	if s.Holds(facts.NeedsCheck) {
		c.enter(step)
		c.node(s, role)
		c.leave()
	}
}

func (c *structureChecker) typeOf(s *Schema, role nodeRole) {
	switch {
	case s.has(embeddedResource):
		if s.typ == NoType {
			c.report(codes.EmbeddedResourceType, field.Required, field.Omitted, codes.EmbeddedResourceTypeDetail, Field("type"))
		} else if s.typ != Object {
			c.report(codes.EmbeddedResourceType, field.Invalid, s.TypeName(), codes.EmbeddedResourceTypeDetail, Field("type"))
		}
	case s.typ == NoType && !s.has(intOrString|preserveUnknown):
		c.report(codes.TypeRequired, field.Required, field.Omitted, typeRequired[role], Field("type"))
	}
	if role == rootRole && s.typ != NoType && s.typ != Object {
		c.report(codes.RootType, field.Invalid, s.TypeName(), codes.RootTypeDetail, Field("type"))
	}
}

func (c *structureChecker) itemsAndAdditional(s *Schema, role nodeRole) {
	if s.typ == Array && s.items == nil {
		c.report(codes.ItemsRequired, field.Required, field.Omitted, codes.ItemsRequiredDetail, Field("items"))
	}
	if !s.has(additionalAllowed | additionalDenied) {
		return
	}
	if role == rootRole {
		c.report(codes.RootAdditionalProperties, field.Forbidden, field.Omitted, codes.RootAdditionalPropertiesDetail, Field("additionalProperties"))
	}
	if s.has(embeddedResource) {
		c.report(codes.EmbeddedResourceAdditional, field.Forbidden, field.Omitted, codes.EmbeddedResourceAdditionalDetail, Field("additionalProperties"))
	}
}

func (c *structureChecker) extensions(s *Schema) {
	if !s.has(intOrString) {
		return
	}
	if s.has(preserveUnknown) {
		c.report(codes.IntOrStringAlone, field.Invalid, true, codes.IntOrStringAloneDetail, Field("x-kubernetes-preserve-unknown-fields"))
	}
	if s.has(embeddedResource) {
		c.report(codes.IntOrStringAlone, field.Invalid, true, codes.IntOrStringAloneDetail, Field("x-kubernetes-embedded-resource"))
	}
}

// values checks the keywords that restrict values, in nodes and in branches.
func (c *structureChecker) values(s *Schema, skipAnyOf, skipAnyOfOfFirstAllOf bool) {
	if s.value == nil {
		return
	}
	if p := s.value.texts[patternText]; p != "" && !c.work.Failed() {
		if err := c.parsePattern(p); err != nil {
			c.report(codes.PatternSyntax, field.Invalid, p, codes.PatternSyntaxDetail(err), Field("pattern"))
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

func (c *structureChecker) parsePattern(p string) error {
	err, known := c.patterns[p]
	if !known {
		if c.patterns == nil {
			c.patterns = map[string]error{}
		}
		if err = pattern.Check(c.work, p); c.work.Failed() {
			c.work.At(c.path.Append(Field("pattern")))
			return nil
		}
		c.patterns[p] = err
	}
	return err
}

// resource checks what the server itself specifies in the root and in embedded resources.
func (c *structureChecker) resource(s *Schema, role nodeRole) {
	if role == rootRole || s.has(embeddedResource) {
		c.metaType(s, "kind", String)
		c.metaType(s, "apiVersion", String)
		c.metaType(s, "metadata", Object)
	}
	if role == rootRole && !s.Property("metadata").restrictsNameOnly() {
		c.report(codes.RootMetadata, field.Forbidden, field.Omitted, codes.RootMetadataDetail, Field("properties"), Key("metadata"))
	}
	if s.has(embeddedResource) && !s.has(preserveUnknown) && len(s.properties) == 0 {
		c.report(codes.EmbeddedResourceProperties, field.Required, field.Omitted, codes.EmbeddedResourcePropertiesDetail, Field("properties"))
	}
}

func (c *structureChecker) metaType(s *Schema, name string, t Type) {
	if p := s.Property(name); p != nil && p.typ != t {
		c.report(codes.ResourceFieldType, field.Invalid, p.TypeName(), codes.ResourceFieldTypeDetail(typeNames[t]), Field("properties"), Key(name), Field("type"))
	}
}

// restrictsNameOnly reports whether a schema of the root's metadata has only type, default
// and the properties name and generateName, whose schemas are not checked.
func (s *Schema) restrictsNameOnly() bool {
	if s == nil {
		return true
	}
	for _, p := range s.properties {
		if p.name != "name" && p.name != "generateName" {
			return false
		}
	}
	return !s.has(additionalAllowed|additionalDenied) && s.bare()
}
