package celrules

import "github.com/seed95800270/crdschema/structural"

// survey visits the nodes of a schema that have rules, in the way in which a
// server looks at a definition that is written: what is inside of a node comes
// before the node, and branches of allOf and the like are not looked into.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// ValidateCustomResourceDefinitionOpenAPISchema, CELSchemaContext.
type survey struct {
	compiler *Compiler
	typing   *typing
	path     structural.Path // of the current node in the schema
	visit    func(*site)
}

// site is a node with rules, valid during one visit.
type site struct {
	*level
	typed
	path structural.Path // not to be kept
}

// level is a node on the way down.
type level struct {
	above  *level // nil: the root
	schema *structural.Schema
	via    structural.Step // the step from above, a field or key
	inside bool            // whether this node or one above has rules
	times  cardinality
	// within is how many steps of the path lead to the node below which values
	// have no old value; -1 if this one has.
	within int
	dirty  *places
	types  *typed // nil: not asked yet
}

// typed is what is known of the values of a node.
type typed struct {
	shape *shape
	wrong string // why rules cannot be compiled without a shape
}

const (
	notConverted = "internal error: failed to construct type information for x-kubernetes-validations rules: " +
		"unable to convert structural schema to CEL declarations"
	notDeclared = "failed to convert to declType for CEL validation rules"
)

// run visits all of s but the nodes at the places and above them.
func (w *survey) run(s *structural.Schema, dirty *places) {
	if !s.HoldsRules() {
		return
	}
	w.node(&level{schema: s, inside: s.NumRules() > 0, times: cardinality{1, true}, within: -1, dirty: dirty})
}

func (w *survey) node(l *level) {
	s := l.schema
	w.below(l, s.AdditionalProperties(), l.within, structural.Field("additionalProperties"))
	within := l.within
	if within < 0 && !mapIsCorrelatable(s) {
		within = len(w.path)
	}
	for name, property := range s.Properties() {
		w.below(l, property, within, structural.Field("properties"), structural.Key(name))
	}
	within = l.within
	if listType, _ := s.ListType(); within < 0 && listType != "map" {
		within = len(w.path)
	}
	w.below(l, s.Items(), within, structural.Field("items"))
	if s.NumRules() > 0 && l.dirty == nil {
		w.visit(&site{level: l, typed: *w.typeOf(l), path: w.path})
	}
}

func mapIsCorrelatable(s *structural.Schema) bool {
	mapType, given := s.MapType()
	return !given || mapType == "granular" || mapType == "atomic"
}

func (w *survey) below(l *level, s *structural.Schema, within int, steps ...structural.Step) {
	if !s.HoldsRules() {
		return
	}
	sub := &level{
		above: l, schema: s, via: steps[len(steps)-1], inside: l.inside || s.NumRules() > 0,
		times: l.times.below(l.schema), within: within, dirty: l.dirty,
	}
	for _, step := range steps {
		sub.dirty = sub.dirty.at(step)
	}
	w.path = append(w.path, steps...)
	w.node(sub)
	w.path = w.path[:len(w.path)-len(steps)]
}

// typeOf is the type that rules of a node see, nil outside of all rules. It is
// the one that a rule further up sees there, if any does, else one of its own:
// so rules of metadata see the few fields of metadata that rules of the resource
// see, unless the resource has no rules.
func (w *survey) typeOf(l *level) *typed {
	if l == nil || !l.inside {
		return nil
	}
	if l.types == nil {
		l.types = w.find(l)
	}
	return l.types
}

func (w *survey) find(l *level) *typed {
	r := resourceRole
	if l.above != nil {
		r = roleOf(l.schema)
	}
	if above := w.typeOf(l.above); above != nil {
		if above.wrong == notConverted {
			return above
		}
		if seen := l.seenFrom(above.shape); seen != nil {
			return seen
		}
	}
	if s := w.compiler.typed(w.typing, l.schema, r); s != nil {
		return &typed{shape: s}
	}
	return &typed{wrong: notConverted}
}

// seenFrom is the type of a node as a part of one above, nil if rules do not see
// it from there. Parts of what is no list or map have none.
func (l *level) seenFrom(above *shape) *typed {
	if l.via.Kind() == structural.KeyStep {
		if identifier, ok := Escape(l.via.Name()); ok && above != nil {
			if s, found := above.field(identifier); found {
				return &typed{shape: s}
			}
		}
		return nil
	}
	if above == nil || above.elem == nil {
		return &typed{wrong: notDeclared}
	}
	return &typed{shape: above.elem}
}
