package structural

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural/field"
)

// Branches of allOf, anyOf, oneOf and not restrict values that are specified
// outside of them: most keywords must not be used in them.

func (c *structureChecker) branches(keyword string, branches []*Schema, skipAnyOfOfFirst bool) {
	c.enter(Field(keyword))
	for i, b := range branches {
		c.enter(Index(i))
		c.branch(b, skipAnyOfOfFirst && i == 0)
		c.leave()
	}
	c.leave()
}

// branch checks a branch and the schemas below it. skipAnyOf is set if its anyOf
// spells out an int-or-string.
func (c *structureChecker) branch(s *Schema, skipAnyOf bool) {
	if !c.work.Step(1) {
		return
	}
	c.values(s, skipAnyOf, false)
	if s.items != nil {
		c.enter(Field("items"))
		c.branch(s.items, false)
		c.leave()
	}
	if len(s.properties) > 0 {
		c.enter(Field("properties"))
		c.branchProperties(s)
		c.leave()
	}
	c.misplaced(s)
	c.misplacedExtensions(s)
}

func (c *structureChecker) branchProperties(s *Schema) {
	for _, p := range s.properties {
		c.enter(Key(p.name))
		c.branch(p.schema, false)
		if p.name == "metadata" {
			c.report(codes.BranchMetadata, field.Forbidden, field.Omitted, codes.BranchMetadataDetail)
		}
		c.leave()
	}
}

func (c *structureChecker) forbid(used bool, keyword, must string) {
	if used {
		c.report(codes.BranchKeyword, field.Forbidden, field.Omitted, must, Field(keyword))
	}
}

// misplaced checks the keywords of JSON schema. additionalProperties: false is
// allowed, because the server drops it.
func (c *structureChecker) misplaced(s *Schema) {
	c.forbid(s.typ != NoType, "type", codes.BranchMustBeEmpty)
	c.forbid(s.has(additionalAllowed), "additionalProperties", codes.BranchMustBeUndefined)
	c.forbid(s.def != nil, "default", codes.BranchMustBeUndefined)
	c.forbid(s.has(hasTitle), "title", codes.BranchMustBeEmpty)
	c.forbid(s.has(hasDescription), "description", codes.BranchMustBeEmpty)
	c.forbid(s.has(nullable), "nullable", codes.BranchMustBeFalse)
}

func (c *structureChecker) misplacedExtensions(s *Schema) {
	c.forbid(s.has(preserveUnknown), "x-kubernetes-preserve-unknown-fields", codes.BranchMustBeFalse)
	c.forbid(s.has(embeddedResource), "x-kubernetes-embedded-resource", codes.BranchMustBeFalse)
	c.forbid(s.has(intOrString), "x-kubernetes-int-or-string", codes.BranchMustBeFalse)
	if s.rare == nil {
		return
	}
	c.forbid(len(s.rare.listMapKeys) > 0, "x-kubernetes-list-map-keys", codes.BranchMustBeEmpty)
	c.forbid(s.rare.texts[listTypeText] != nil, "x-kubernetes-list-type", codes.BranchMustBeUndefined)
	c.forbid(s.rare.texts[mapTypeText] != nil, "x-kubernetes-map-type", codes.BranchMustBeUndefined)
	c.forbid(len(s.rare.rules) > 0, "x-kubernetes-validations", codes.BranchMustBeEmpty)
}

// completeness checks that what the branches of the root specify is declared
// outside of them. The server does not check the branches of inner nodes.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// validateStructuralCompleteness.
func (c *structureChecker) completeness(s *Schema) {
	d := completion{c: c}
	d.junctors(s, s)
}

// completion walks along the branches. c.path is the path of the declaration that
// corresponds to the current branch.
type completion struct {
	c  *structureChecker
	at Path // of the branch
}

// junctors compares the branches of v with s. They specify the same value.
func (d *completion) junctors(v, s *Schema) {
	j := v.junctors()
	d.branches("allOf", j.allOf, s)
	d.branches("anyOf", j.anyOf, s)
	d.branches("oneOf", j.oneOf, s)
	if j.not != nil {
		d.at = append(d.at, Field("not"))
		d.branch(j.not, s)
		d.at = d.at[:len(d.at)-1]
	}
}

func (d *completion) branches(keyword string, branches []*Schema, s *Schema) {
	for i, b := range branches {
		d.at = append(d.at, Field(keyword), Index(i))
		d.branch(b, s)
		d.at = d.at[:len(d.at)-2]
	}
}

func (d *completion) branch(v, s *Schema) {
	if !d.c.work.Step(1) {
		return
	}
	d.junctors(v, s)
	if v.items != nil {
		d.below(v.items, s.items, Field("items"))
	}
	for _, p := range v.properties {
		d.below(p.schema, s.Property(p.name), Field("properties"), Key(p.name))
	}
}

// below compares what a branch and the declaration specify below the same steps.
func (d *completion) below(v, s *Schema, steps ...field.Step) {
	d.at = append(d.at, steps...)
	for _, step := range steps {
		d.c.enter(step)
	}
	if s == nil {
		d.missing()
	} else {
		d.branch(v, s)
	}
	for range steps {
		d.c.leave()
	}
	d.at = d.at[:len(d.at)-len(steps)]
}

func (d *completion) missing() {
	e := &Error{Kind: field.Required, Code: codes.BranchUndeclared, Value: field.Omitted, Detail: codes.BranchUndeclaredDetail}
	if added := d.c.errs.Add(d.c.path, e); added != nil {
		added.Mention(d.at)
	}
}
