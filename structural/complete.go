package structural

import "github.com/seed95800270/crdschema/internal/field"

// completeness checks that what the root's junctors mention is declared outside
// of them. Junctors of inner nodes are not looked at by a server.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema,
// validateStructuralCompleteness.
func (c *checker) completeness(s *Schema) {
	d := completion{c: c}
	d.junctors(s, s)
}

// completion walks down the branches; c.path is where the declaration of the
// same value is.
type completion struct {
	c  *checker
	at Path // in the branches
}

// junctors compares the branches of v, which describe the same value as s.
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
	d.junctors(v, s)
	if v.items != nil {
		d.below(v.items, s.items, Field("items"))
	}
	for _, p := range v.properties {
		d.below(p.schema, s.Property(p.name), Field("properties"), Key(p.name))
	}
}

// below goes down the same steps on both sides.
func (d *completion) below(v, s *Schema, steps ...Step) {
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
	e := &Error{Kind: Required, Value: Omitted, Detail: "because it is defined in "}
	if added := d.c.errs.Add(d.c.path, e); added != nil {
		field.Mention(added, d.at)
	}
}
