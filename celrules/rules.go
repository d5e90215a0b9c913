package celrules

import (
	"sync"

	"github.com/seed95800270/crdschema/structural"
)

// Rules are the rules of one schema, as a server has them that serves it. They
// are immutable and safe for concurrent use. The nil Rules are no rules.
//
// Nothing is compiled before it is needed: the tree of nodes when the first
// object comes, the expressions of a node when a value comes there, a program
// when it runs.
type Rules struct {
	compiler *Compiler
	schema   *structural.Schema

	once sync.Once
	tree *node
}

// Compile returns the rules of a schema whose root is a custom resource, nil if
// there are none. It takes every schema: a rule that cannot be compiled is kept
// and fails for every value. Expressions count as stored ones, which may use all
// that the server's version ships, and have no limits. The schema is shared.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, NewValidator.
func (c *Compiler) Compile(s *structural.Schema) *Rules {
	if !s.HoldsRules() {
		return nil
	}
	return &Rules{compiler: c, schema: s}
}

// Compile is [Compiler.Compile] with a compiler of its own.
func Compile(s *structural.Schema, opts ...Option) *Rules {
	return NewCompiler(opts...).Compile(s)
}

// root is the tree, nil if no node of it has rules that can be reached.
func (r *Rules) root() *node {
	if r == nil {
		return nil
	}
	r.once.Do(func() { r.tree = newPlanter(r.compiler).plant(r.schema, resourceRole) })
	return r.tree
}

// Prepare compiles everything now that would be compiled when it is first
// needed, programs included. It takes the time that a server takes for opening
// a definition; use it where the first object must not wait.
func (r *Rules) Prepare() {
	if root := r.root(); root != nil {
		root.prepare(r.compiler, map[*node]bool{})
	}
}

// Empty tells whether there is no rule that an object could meet: none at all,
// or only rules of values whose type is unknown, which a server leaves out.
func (r *Rules) Empty() bool { return r.root() == nil }
