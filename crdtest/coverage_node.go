package crdtest

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// coveredNode is a node of a schema with its points.
type coveredNode struct {
	schema   *structural.Schema
	path     structural.Path
	bounds   []bound
	branches []coveredBranch
	fields   map[string]*coveredNode
	items    *coveredNode
	rest     *coveredNode
}

// bound is a keyword that restricts values, with the code of its error.
type bound struct{ keyword, code string }

type coveredBranch struct {
	path   string
	values *validation.Validator
}

// bounds are the keywords of each type of values.
var bounds = map[string][]bound{
	"string": {{"maxLength", "max-length"}, {"minLength", "min-length"}, {"pattern", "pattern"}},
	"number": {{"minimum", "minimum"}, {"maximum", "maximum"}, {"multipleOf", "multiple-of"}},
	"list":   {{"minItems", "min-items"}, {"maxItems", "max-items"}},
	"object": {{"minProperties", "min-properties"}, {"maxProperties", "max-properties"}},
}

// coverageBuilder makes the points of one version.
type coverageBuilder struct {
	coverage *Coverage
	version  string
	root     structural.Path
}

// add adds the point at a path of the schema. A keyword in a schema that is one of a CRD's equal
// schemas has a point at each of its places.
func (b *coverageBuilder) add(kind string, path structural.Path) {
	c := b.coverage
	p := &Point{Kind: kind, Version: b.version, Path: path.String()}
	p.Position = c.definition.position(b.root.Append(path...))
	c.points = append(c.points, p)
	c.byPath[pointKey{b.version, p.Path}] = p
}

func (b *coverageBuilder) node(s *structural.Schema, path structural.Path) *coveredNode {
	if s == nil {
		return nil
	}
	n := &coveredNode{schema: s, path: path, fields: map[string]*coveredNode{}}
	b.rules(s, path)
	b.bounds(n, s.Map())
	b.branches(n, "anyOf", s.AnyOf())
	b.branches(n, "oneOf", s.OneOf())
	for name, inner := range s.Properties() {
		n.fields[name] = b.node(inner, path.Append(field("properties"), key(name)))
	}
	n.items = b.node(s.Items(), path.Append(field("items")))
	n.rest = b.node(s.AdditionalProperties(), path.Append(field("additionalProperties")))
	return n
}

// rules adds the rules of s and those in allOf.
func (b *coverageBuilder) rules(s *structural.Schema, path structural.Path) {
	for i := range s.NumRules() {
		b.add("rule", path.Append(field("x-kubernetes-validations"), index(i)))
	}
	for i, branch := range s.AllOf() {
		b.rules(branch, path.Append(field("allOf"), index(i)))
	}
}

func (b *coverageBuilder) bounds(n *coveredNode, keywords map[string]any) {
	for _, kind := range []string{"string", "number", "list", "object"} {
		for _, k := range bounds[kind] {
			if _, found := keywords[k.keyword]; found {
				n.bounds = append(n.bounds, k)
				b.add("bound", n.path.Append(field(k.keyword)))
			}
		}
	}
	if values := n.schema.Enum(); len(values) > 0 {
		b.add("bound", n.path.Append(field("enum")))
		for i := range values {
			b.add("value", n.path.Append(field("enum"), index(i)))
		}
	}
	for i := range n.schema.Required() {
		b.add("bound", n.path.Append(field("required"), index(i)))
	}
	if n.schema.HasDefault() {
		b.add("default", n.path.Append(field("default")))
	}
	if listType, _ := n.schema.ListType(); slices.Contains([]string{"set", "map"}, listType) {
		b.add("list", n.path.Append(field("x-kubernetes-list-type")))
	}
}

func (b *coverageBuilder) branches(n *coveredNode, keyword string, schemas []*structural.Schema) {
	for i, s := range schemas {
		path := n.path.Append(field(keyword), index(i))
		b.add("branch", path)
		n.branches = append(n.branches, coveredBranch{path.String(), validation.Compile(s)})
	}
}
