package celrules

import (
	"slices"
	"sync/atomic"

	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/fieldpath"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// ruleNode holds the rules of one schema node, and the nodes inside it with rules. Equal
// parts of a schema share it, because rules see nothing above the part except its declared
// type.
type ruleNode struct {
	nodeKey
	items      *ruleNode
	additional *ruleNode
	properties []propertyNode // in byte order of their names
	allOf      []branchNode
	extended   bool // see celtype.ExtendsResource
	// tried is the only rule, in place of the rules of the schema; nil: it has these.
	tried []structural.Rule

	compiled atomic.Pointer[compiledRules] // nil: not needed yet
}

type compiledRules struct {
	rules   []runnableRule
	usesOld bool
}

type nodeKey struct {
	rules    *structural.Schema // has the rules: schema or a member of its allOf
	schema   *structural.Schema
	declType *celtype.DeclType // nil: absent
	role     celtype.Role
}

type propertyNode struct {
	name string
	node *ruleNode
}

// branchNode is the node of one branch of an allOf, with its index there.
type branchNode struct {
	index int
	node  *ruleNode
}

type runnableRule struct {
	structural.Rule
	checkedRule
	// fieldPathText is the server's spelling of fieldPath.
	fieldPath     structural.Path
	fieldPathText string
}

type treeBuilder struct {
	compiler *Compiler
	types    *celtype.Builder
	built    map[nodeKey]*ruleNode
}

func newTreeBuilder(c *Compiler) *treeBuilder {
	return &treeBuilder{compiler: c, types: celtype.NewBuilder(c.types), built: map[nodeKey]*ruleNode{}}
}

// build returns the node of a schema whose root has the role r, or nil without rules to
// evaluate.
func (b *treeBuilder) build(s *structural.Schema, r celtype.Role) *ruleNode {
	return b.node(nodeKey{rules: s, schema: s, declType: b.compiler.declType(b.types, s, r), role: r})
}

// node returns the node of a key, or nil without rules to evaluate.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel, validator.
func (b *treeBuilder) node(key nodeKey) *ruleNode {
	if n, known := b.built[key]; known {
		return n
	}
	n := &ruleNode{nodeKey: key, extended: celtype.ExtendsResource(key.schema, key.role)}
	b.children(n)
	for i, branch := range key.rules.AllOf() {
		if child := b.node(nodeKey{rules: branch, schema: key.schema, declType: key.declType, role: key.role}); child != nil {
			n.allOf = append(n.allOf, branchNode{i, child})
		}
	}
	if key.rules.NumRules() == 0 && n.items == nil && n.additional == nil && len(n.properties) == 0 && len(n.allOf) == 0 {
		n = nil
	}
	b.built[key] = n
	return n
}

// children sets the nodes inside n. The server uses one element type for list items and
// map values.
func (b *treeBuilder) children(n *ruleNode) {
	elem := n.declType.Elem()
	n.items = b.child(n.rules.Items(), n.schema.Items(), elem)
	for name, rules := range n.rules.Properties() {
		schema := n.schema.Property(name)
		declType, visible := b.propertyType(n, name, schema)
		if !visible {
			continue
		}
		if child := b.child(rules, schema, declType); child != nil {
			n.properties = append(n.properties, propertyNode{name, child})
		}
	}
	n.properties = slices.Clip(n.properties)
	n.additional = b.child(n.rules.AdditionalProperties(), n.schema.AdditionalProperties(), elem)
}

func (b *treeBuilder) child(rules, schema *structural.Schema, self *celtype.DeclType) *ruleNode {
	if rules == nil || schema == nil || !rules.Holds(facts.Rules) && !rules.Holds(facts.BranchRules) {
		return nil
	}
	return b.node(nodeKey{rules: rules, schema: schema, declType: self, role: celtype.RoleOf(schema, structural.Value)})
}

// propertyType returns the declared type of a property, and whether its rules are
// evaluated: if rules of the object see the property, or if its name does not have an
// identifier.
func (b *treeBuilder) propertyType(n *ruleNode, name string, schema *structural.Schema) (self *celtype.DeclType, visible bool) {
	if schema == nil {
		return nil, false
	}
	identifier, ok := celtype.Escape(name)
	switch {
	case !ok:
		self = b.compiler.declType(b.types, schema, celtype.RoleOf(schema, structural.Value))
		return self, self != nil
	case n.declType == nil:
		return nil, false
	default:
		return n.declType.Field(identifier)
	}
}

func (n *ruleNode) untyped() bool { return n.declType == nil && n.numRules() > 0 }

func (n *ruleNode) numRules() int {
	if n.tried != nil {
		return len(n.tried)
	}
	return n.rules.NumRules()
}

func (n *ruleNode) ruleList() []structural.Rule {
	if n.tried != nil {
		return n.tried
	}
	return n.rules.Rules()
}

// compile compiles the rules of n once. It returns nil if the call has to end. Overlapping
// calls do not wait for each other, so each ends with its own context.
func (n *ruleNode) compile(c *Compiler, w *work.Tracker) *compiledRules {
	if known := n.compiled.Load(); known != nil {
		return known
	}
	out := &compiledRules{}
	if n.declType != nil {
		out.rules = make([]runnableRule, n.numRules())
	}
	for i := range out.rules { // this error remains if the compiler panics
		out.rules[i].conditionErr = compilerPanicked
	}
	defer func() {
		if !w.Failed() {
			n.compiled.CompareAndSwap(nil, out)
		}
	}()
	for i, r := range n.ruleList() {
		if len(out.rules) == 0 {
			break
		}
		if !stepRule(w, &r) {
			return nil
		}
		out.rules[i] = n.compileRule(c, w, r)
		out.usesOld = out.usesOld || out.rules[i].usesOld()
	}
	if w.Failed() {
		return nil
	}
	return out
}

func (n *ruleNode) compileRule(c *Compiler, w *work.Tracker, r structural.Rule) runnableRule {
	out := runnableRule{Rule: r, checkedRule: c.check(w, &r, n.declType, storedUses)}
	if path, _, err := fieldpath.Resolve(r.FieldPath, n.schema, fieldpath.DotsAndBrackets); err == nil {
		out.fieldPath, out.fieldPathText = path, path.String()
	}
	return out
}

// Checking an expression takes about stepsOfRule steps, plus stepsOfChar for each
// character.
const stepsOfRule, stepsOfChar = 256, 4

func stepRule(w *work.Tracker, r *structural.Rule) bool {
	return w.Step(stepsOfRule + stepsOfChar*(len(r.Rule)+len(r.MessageExpression)))
}

var compilerPanicked = &expressionError{codes.RuleCompile, codes.RuleCompilerPanickedDetail}

func (n *ruleNode) prepare(c *Compiler, w *work.Tracker, done map[*ruleNode]bool) {
	if n == nil || done[n] {
		return
	}
	done[n] = true
	compiled := n.compile(c, w)
	if compiled == nil {
		return
	}
	for i := range compiled.rules {
		if !stepRule(w, &compiled.rules[i].Rule) {
			return
		}
		compiled.rules[i].plan()
	}
	n.items.prepare(c, w, done)
	n.additional.prepare(c, w, done)
	for _, p := range n.properties {
		p.node.prepare(c, w, done)
	}
	for _, branch := range n.allOf {
		branch.node.prepare(c, w, done)
	}
}
