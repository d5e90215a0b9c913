package celrules

import "github.com/seed95800270/crdschema/structural"

// Parts compiles the rules of parts of one schema, which may lie inside of each
// other: what they have in common is compiled once. The defaults of a schema are
// checked that way. It is not safe for concurrent use; the Rules are.
type Parts struct{ planter *planter }

// Parts compiles parts of one schema; begin anew for the next one. What c has in
// common for all its schemas is shared with them.
func (c *Compiler) Parts() *Parts { return &Parts{newPlanter(c)} }

// Compile is [Compiler.Compile] for a schema whose root is no custom resource,
// unless it says that it is an embedded one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, NewValidator
// with isResourceRoot false.
func (p *Parts) Compile(s *structural.Schema) *Rules {
	if !s.HoldsRules() {
		return nil
	}
	r := &Rules{compiler: p.planter.compiler, schema: s}
	r.once.Do(func() { r.tree = p.planter.plant(s, roleOf(s)) })
	return r
}
