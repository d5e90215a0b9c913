package celrules

import (
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// schemaWalk visits the nodes of a schema that have rules in the server's order: inner
// nodes first. It does not enter allOf, anyOf, oneOf and not.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema, CELSchemaContext.
type schemaWalk struct {
	compiler *Compiler
	types    *celtype.Builder
	path     structural.Path // of the current node in the schema
	visit    func(*visitedNode)
	work     *work.Tracker
	role     celtype.Role // of the root
}

type visitedNode struct {
	*pathNode
	nodeType
	path structural.Path // must be copied to be kept
	role celtype.Role    // of the root of the schema
}

type pathNode struct {
	parent *pathNode // nil: this is the root
	schema *structural.Schema
	step   field.Step
	ruled  bool
	count  cardinality
	// uncorrelatable is the number of path steps to the node whose values do not have old
	// values inside; -1 if the values of this node have old values.
	uncorrelatable int
	invalid        *schemaSet
	typ            *nodeType
}

type nodeType struct {
	declType *celtype.DeclType // nil: absent, and rules cannot be compiled
	// unconvertible is set if the schema itself lacks a declared type, not set if the
	// declared type of a node above hides it.
	unconvertible bool
}

func (t nodeType) untypedDetail() string {
	if t.unconvertible {
		return codes.RuleSelfUnconvertedDetail
	}
	return codes.RuleSelfUntypedDetail
}

func (w *schemaWalk) run(s *structural.Schema, r celtype.Role, invalid *schemaSet) {
	w.role = r
	if !s.Holds(facts.Rules) {
		return
	}
	w.node(&pathNode{schema: s, ruled: s.NumRules() > 0, count: cardinality{1, true}, uncorrelatable: -1, invalid: invalid})
}

func (w *schemaWalk) node(n *pathNode) {
	if !w.work.Step(1) {
		return
	}
	s := n.schema
	w.child(n, s.AdditionalProperties(), n.uncorrelatable, structural.Field("additionalProperties"))
	uncorrelatable := n.uncorrelatable
	if uncorrelatable < 0 && !mapIsCorrelatable(s) {
		uncorrelatable = len(w.path)
	}
	for name, property := range s.Properties() {
		w.child(n, property, uncorrelatable, structural.Field("properties"), structural.Key(name))
	}
	uncorrelatable = n.uncorrelatable
	if listType, _ := s.ListType(); uncorrelatable < 0 && listType != "map" {
		uncorrelatable = len(w.path)
	}
	w.child(n, s.Items(), uncorrelatable, structural.Field("items"))
	if s.NumRules() > 0 && n.invalid == nil {
		w.visit(&visitedNode{pathNode: n, nodeType: *w.typeOf(n), path: w.path, role: w.role})
	}
}

func mapIsCorrelatable(s *structural.Schema) bool {
	mapType, given := s.MapType()
	return !given || mapType == "granular" || mapType == "atomic"
}

func (w *schemaWalk) child(parent *pathNode, s *structural.Schema, uncorrelatable int, steps ...field.Step) {
	if !s.Holds(facts.Rules) {
		return
	}
	n := &pathNode{
		parent: parent, schema: s, step: steps[len(steps)-1], ruled: parent.ruled || s.NumRules() > 0,
		count: parent.count.inside(parent.schema), uncorrelatable: uncorrelatable, invalid: parent.invalid,
	}
	for _, step := range steps {
		n.invalid = n.invalid.below(step)
	}
	w.path = append(w.path, steps...)
	w.node(n)
	w.path = w.path[:len(w.path)-len(steps)]
}

// typeOf returns the type that the rules of a node see, or nil if neither the node nor
// one above has rules. If rules of a node above see the node, its type is a part of that
// node's type, otherwise a separate type: rules of metadata see the few fields of
// metadata that rules of the resource see, unless the resource is without rules.
func (w *schemaWalk) typeOf(n *pathNode) *nodeType {
	if n == nil || !n.ruled {
		return nil
	}
	if n.typ == nil {
		n.typ = w.findType(n)
	}
	return n.typ
}

func (w *schemaWalk) findType(n *pathNode) *nodeType {
	role := w.role
	if n.parent != nil {
		role = celtype.RoleOf(n.schema, structural.Value)
	}
	if parent := w.typeOf(n.parent); parent != nil {
		if parent.unconvertible {
			return parent
		}
		if seen := n.typeIn(parent.declType); seen != nil {
			return seen
		}
	}
	t := w.compiler.declType(w.types, n.schema, role)
	return &nodeType{declType: t, unconvertible: t == nil}
}

// typeIn returns the type of a node as a part of its parent's type, or nil if rules of
// the parent do not see the node. Parts of a type other than a list or map do not have a
// declared type.
func (n *pathNode) typeIn(parent *celtype.DeclType) *nodeType {
	if n.step.Kind() == field.KeyStep {
		if identifier, ok := celtype.Escape(n.step.Name()); ok && parent != nil {
			if t, found := parent.Field(identifier); found {
				return &nodeType{declType: t}
			}
		}
		return nil
	}
	return &nodeType{declType: parent.Elem()}
}

// schemaSet is a set of schemas inside a schema, as a tree of their paths. A nil
// schemaSet is empty; any other contains the schema at its root.
type schemaSet struct {
	steps map[field.Step]*schemaSet
}

// schemasWith returns the schemas that have errors, and those around them.
func schemasWith(errs structural.Errors) *schemaSet {
	var root *schemaSet
	for _, e := range errs {
		if root == nil {
			root = &schemaSet{}
		}
		current := root
		for _, step := range e.Owner() {
			next := current.steps[step]
			if next == nil {
				next = &schemaSet{}
				if current.steps == nil {
					current.steps = map[field.Step]*schemaSet{}
				}
				current.steps[step] = next
			}
			current = next
		}
	}
	return root
}

func (s *schemaSet) below(step field.Step) *schemaSet {
	if s == nil {
		return nil
	}
	return s.steps[step]
}
