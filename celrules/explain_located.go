package celrules

import (
	"slices"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// locatedSchema is a node of a schema, with what the schemas in allOf on the way to it say about the
// same values.
type locatedSchema struct {
	path   structural.Path
	schema *structural.Schema
	role   celtype.Role
	hidden []*structural.Schema
	// fixed is set if no keyword of the schema changes the size that estimates assume.
	fixed bool
}

func locatedRoot(s *structural.Schema, r celtype.Role) locatedSchema {
	return locatedSchema{schema: s, role: r, hidden: branchesOf(nil, s)}
}

// branchesOf appends the schemas in allOf of s, at every depth.
func branchesOf(known []*structural.Schema, s *structural.Schema) []*structural.Schema {
	for _, branch := range s.AllOf() {
		known = branchesOf(append(known, branch), branch)
	}
	return known
}

// in returns the chain from the root to n.
func (p locatedSchema) in(n *pathNode) []locatedSchema {
	var up []*pathNode
	for ; n.parent != nil; n = n.parent {
		up = append(up, n)
	}
	chain := []locatedSchema{p}
	for _, n := range slices.Backward(up) {
		p = p.step(n.step)
		chain = append(chain, p)
	}
	return chain
}

// at returns the place of a value that an estimate names by its path from self, or false
// without one: keys of maps and fields without a declaration have none.
func (p locatedSchema) at(path []string) (locatedSchema, bool) {
	for _, name := range path {
		switch name {
		case "@keys", "@indices":
			return locatedSchema{}, false
		case "@items", "@values": // estimates use both for both
			p = p.element()
		default:
			p = p.field(name)
		}
	}
	return p, p.schema != nil
}

func (p locatedSchema) element() locatedSchema {
	if p.schema.Type() == structural.Array {
		return p.step(structural.Field("items"))
	}
	return p.step(structural.Field("additionalProperties"))
}

// field returns the place of the property with an identifier. The types of apiVersion and
// kind are not the declared ones if a server extends a resource.
func (p locatedSchema) field(identifier string) locatedSchema {
	name := celtype.PropertyName(identifier)
	out := p.step(structural.Key(name))
	out.fixed = p.fixed || names.IsMeta(name) && name != "metadata" && celtype.ExtendsResource(p.schema, p.role)
	return out
}

func (p locatedSchema) step(step field.Step) locatedSchema {
	out := locatedSchema{schema: schemaAt(p.schema, step)}
	out.role = celtype.RoleOf(out.schema, structural.Value)
	if out.path = p.path.Append(step); step.Kind() == field.KeyStep {
		out.path = p.path.Append(structural.Field("properties"), step)
	}
	for _, s := range p.hidden {
		if below := schemaAt(s, step); below != nil {
			out.hidden = branchesOf(append(out.hidden, below), below)
		}
	}
	out.hidden = branchesOf(out.hidden, out.schema)
	return out
}

func schemaAt(s *structural.Schema, step field.Step) *structural.Schema {
	switch {
	case step.Kind() == field.KeyStep:
		return s.Property(step.Name())
	case step.Name() == "items":
		return s.Items()
	default:
		return s.AdditionalProperties()
	}
}

// limitOf returns the value of a keyword that limits a size.
func limitOf(s *structural.Schema, keyword string) (limit int64, declared bool) {
	switch keyword {
	case "maxItems":
		return s.MaxItems()
	case "maxProperties":
		return s.MaxProperties()
	default:
		return s.MaxLength()
	}
}

// hiddenLimit returns the smallest value of a keyword in allOf.
func (p locatedSchema) hiddenLimit(keyword string) *int64 {
	var least *int64
	for _, s := range p.hidden {
		if limit, declared := limitOf(s, keyword); declared && (least == nil || limit < *least) {
			least = &limit
		}
	}
	return least
}
