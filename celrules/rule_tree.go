package celrules

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed95800270/crdschema/internal/cellib"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/structural"
)

// node is what is to be checked about the values of one schema node and of all
// below it. Branches without rules are left out. The same node may stand in
// several places: equal parts of a schema are one part, and what rules see
// depends on nothing above them, once the shape is known.
type node struct {
	nodeKey
	wrong      string // why no rule of the node can be compiled
	items      *node
	additional *node
	properties []namedNode // in byte order of the properties' names
	allOf      []*node
	completes  bool // whether the values are resources whose schema does not say all

	once  sync.Once
	ready []rule
	// asksOld tells whether any rule of the node uses oldSelf.
	asksOld bool
}

// nodeKey is what a node depends on.
type nodeKey struct {
	rules  *structural.Schema // has the rules: schema, or a branch of its allOf
	schema *structural.Schema // has the values
	shape  *shape             // nil: unknown
	role   role
}

type namedNode struct {
	name string
	node *node
}

// rule is one rule of a node, ready to run.
type rule struct {
	structural.Rule
	compiled
	// fieldPath is where the error is located, below the value; fieldText is
	// how a server prints it.
	fieldPath structural.Path
	fieldText string
}

// planter makes the tree.
type planter struct {
	compiler *Compiler
	typing   *typing
	done     map[nodeKey]*node
}

func newPlanter(c *Compiler) *planter {
	return &planter{compiler: c, typing: newTyping(c.shapes), done: map[nodeKey]*node{}}
}

// plant makes the tree of a schema whose root has a role.
func (p *planter) plant(s *structural.Schema, r role) *node {
	return p.node(nodeKey{rules: s, schema: s, shape: p.compiler.typed(p.typing, s, r), role: r})
}

// node is nil if there is nothing to check.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, validator.
func (p *planter) node(key nodeKey) *node {
	if n, known := p.done[key]; known {
		return n
	}
	n := &node{nodeKey: key, completes: completed(key.schema, key.role)}
	if key.shape == nil && key.rules.NumRules() > 0 {
		n.wrong = notDeclared
	}
	p.parts(n)
	for _, branch := range key.rules.AllOf() {
		if sub := p.node(nodeKey{rules: branch, schema: key.schema, shape: key.shape, role: key.role}); sub != nil {
			n.allOf = append(n.allOf, sub)
		}
	}
	if key.rules.NumRules() == 0 && n.items == nil && n.additional == nil && len(n.properties) == 0 && len(n.allOf) == 0 {
		n = nil
	}
	p.done[key] = n
	return n
}

// parts goes down. The elements of a list and the values of a map are the same
// to a server: what it knows of the one it takes for the other.
func (p *planter) parts(n *node) {
	var elem *shape
	if n.shape != nil {
		elem = n.shape.elem
	}
	n.items = p.below(n.rules.Items(), n.schema.Items(), elem)
	for name, rules := range n.rules.Properties() {
		schema := n.schema.Property(name)
		shape, visible := p.property(n, name, schema)
		if !visible {
			continue
		}
		if sub := p.below(rules, schema, shape); sub != nil {
			n.properties = append(n.properties, namedNode{name, sub})
		}
	}
	n.properties = slices.Clip(n.properties)
	n.additional = p.below(n.rules.AdditionalProperties(), n.schema.AdditionalProperties(), elem)
}

func (p *planter) below(rules, schema *structural.Schema, self *shape) *node {
	if rules == nil || schema == nil || !rules.HoldsRules() && !rules.HoldsBranchRules() {
		return nil
	}
	return p.node(nodeKey{rules: rules, schema: schema, shape: self, role: roleOf(schema)})
}

// property is the shape of a property. It is not visible if rules cannot see it,
// and then is not checked at all, unless it has a name that cannot be escaped.
func (p *planter) property(n *node, name string, schema *structural.Schema) (self *shape, visible bool) {
	if schema == nil {
		return nil, false
	}
	identifier, ok := Escape(name)
	switch {
	case !ok:
		self = p.compiler.typed(p.typing, schema, roleOf(schema))
		return self, self != nil
	case n.shape == nil:
		return nil, false
	default:
		return n.shape.field(identifier)
	}
}

// property finds the node of a property.
func (n *node) property(name string) *node {
	i, found := slices.BinarySearchFunc(n.properties, name, func(p namedNode, name string) int { return strings.Compare(p.name, name) })
	if !found {
		return nil
	}
	return n.properties[i].node
}

// compiledBy compiles the rules when they are first needed.
func (n *node) compiledBy(c *Compiler) []rule {
	n.once.Do(func() {
		stored := uses{cellib.Stored, cellib.Stored}
		if n.shape == nil {
			return
		}
		n.ready = make([]rule, n.rules.NumRules())
		for i := range n.ready { // what stays if the compiler panics
			n.ready[i].conditionErr = "compilation failed: internal error"
		}
		for i, r := range n.rules.Rules() {
			out := rule{Rule: r, compiled: c.compile(&r, n.shape, stored)}
			if path, _, err := fieldpath.Resolve(r.FieldPath, n.schema, fieldpath.DotsAndBrackets); err == nil {
				out.fieldPath, out.fieldText = path, path.String()
			}
			n.asksOld = n.asksOld || out.usesOld()
			n.ready[i] = out
		}
	})
	return n.ready
}

// prepare compiles all rules of a node and below it, each node once.
func (n *node) prepare(c *Compiler, done map[*node]bool) {
	if n == nil || done[n] {
		return
	}
	done[n] = true
	for i := range n.compiledBy(c) {
		n.ready[i].programs()
	}
	n.items.prepare(c, done)
	n.additional.prepare(c, done)
	for _, p := range n.properties {
		p.node.prepare(c, done)
	}
	for _, branch := range n.allOf {
		branch.prepare(c, done)
	}
}
