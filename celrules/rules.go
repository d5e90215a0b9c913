package celrules

import (
	"context"
	"sync"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// Rules are the rules of one schema, as a server evaluates them when it serves the CRD. A
// nil Rules is empty.
type Rules struct {
	compiler *Compiler
	schema   *structural.Schema

	once sync.Once
	role celtype.Role // of the root
	tree *ruleNode
}

// Compile returns the rules of a schema, or nil for a schema without rules. Rules of a
// resource see its apiVersion, kind and names regardless of the schema. Compile never fails:
// an invalid rule is an error of every value.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, NewValidator; isResourceRoot
// for a structural.Resource.
func (c *Compiler) Compile(s *structural.Schema, root structural.Root) *Rules {
	if !s.Holds(facts.Rules) && len(c.invalid) == 0 {
		return nil
	}
	return &Rules{compiler: c, schema: s, role: celtype.RoleOf(s, root)}
}

// Compile compiles a schema with a new compiler; see [Compiler.Compile].
func Compile(s *structural.Schema, root structural.Root, opts ...Option) *Rules {
	return NewCompiler(opts...).Compile(s, root)
}

// SubschemaCompiler compiles the rules of subschemas of one schema, for checking the
// schema's defaults. Common parts are compiled once. It is not safe for concurrent use; the
// Rules are.
type SubschemaCompiler struct{ builder *treeBuilder }

// ForSubschemas returns a compiler for the subschemas of one schema.
func (c *Compiler) ForSubschemas() *SubschemaCompiler {
	return &SubschemaCompiler{newTreeBuilder(c)}
}

// Compile returns the rules of a schema whose values are a structural.Value.
func (c *SubschemaCompiler) Compile(s *structural.Schema) *Rules {
	r := c.builder.compiler.Compile(s, structural.Value)
	if r != nil {
		r.once.Do(func() { r.tree = c.builder.build(s, r.role) })
	}
	return r
}

func (r *Rules) root() *ruleNode {
	if r == nil || len(r.compiler.invalid) > 0 {
		return nil
	}
	r.once.Do(func() { r.tree = newTreeBuilder(r.compiler).build(r.schema, r.role) })
	return r.tree
}

// Precompile compiles everything that would otherwise be compiled on first use, in the time
// that a server takes to start serving a CRD. Rules compiled before an error are kept.
func (r *Rules) Precompile(ctx context.Context) error {
	w := work.Start(ctx, "compiling rules")
	if w.Failed() {
		return w.Err()
	}
	if root := r.root(); root != nil {
		root.prepare(r.compiler, w, map[*ruleNode]bool{})
	}
	return w.Err()
}

// Empty reports whether no object can break a rule: the schema is without rules, or only
// for values without a declared type. Rules with an unsupported Kubernetes version are not
// empty: Validate returns an error.
func (r *Rules) Empty() bool {
	return r.root() == nil && (r == nil || len(r.compiler.invalid) == 0)
}

// Escape returns the identifier of the property name in rules. Reserved words get two
// underscores on both sides; `__`, `.`, `-` and `/` become `__underscores__`, `__dot__`,
// `__dash__` and `__slash__`, from left to right; letters, digits and single underscores
// stay. It reports false for an empty name, and for a name that begins with a digit or has
// any other character.
//
// Since Kubernetes 1.31, rules may also use reserved words unescaped: `self.namespace`.
// Keys of additionalProperties are never escaped.
//
// Rule: Kubernetes documentation, "Escaping" under "Validation rules"; k8s.io/
// apiserver/pkg/cel, Escape.
func Escape(name string) (identifier string, ok bool) { return celtype.Escape(name) }

// Unescape returns the property name of an identifier. It reports false if double
// underscores enclose a word that Escape does not write, or a reserved word next to other
// text. It does not validate the identifier.
//
// Rule: k8s.io/apiserver/pkg/cel, Unescape.
func Unescape(identifier string) (name string, ok bool) { return celtype.Unescape(identifier) }
