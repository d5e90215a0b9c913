package validation

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// list reports the errors of the elements, then the errors of the list itself.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, schemaSliceValidator.
func (r *reporter) list(k *keywords, items precheck, list []any, old *correlate.Node) (matches int) {
	if s := k.Items(); s != nil {
		for i, e := range list {
			if !r.w.Step(1) {
				break
			}
			if !items.passes(r, e) {
				matches += r.element(s, items, i, e, old)
			}
		}
	}
	r.listLength(k, int64(len(list)))
	if k.UniqueItems() && !unique(r.w, list) && !r.counted() {
		r.addInvalid(codes.UniqueItems, "", codes.UniqueItemsDetail(r.name()))
	}
	const result, validator = 1, 1
	return matches + result + validator
}

func (r *reporter) element(items *structural.Schema, p precheck, i int, e any, old *correlate.Node) int {
	return r.child(structural.Index(i), items, p, e, old.Index(i))
}

func (r *reporter) listLength(k *keywords, length int64) {
	if limit, ok := k.MinItems(); ok && length < limit && !r.counted() {
		r.addInvalid(codes.MinItems, length, codes.MinItemsDetail(r.name(), limit))
	}
	if limit, ok := k.MaxItems(); ok && length > limit && !r.counted() {
		e := structural.Error{Kind: field.TooMany, Code: codes.MaxItems, Value: length, Detail: codes.MaxItemsDetail(limit)}
		r.addWithMessage(e, message{text: codes.MaxItemsMessage(r.name(), limit)})
	}
}

// object reports a wrong number of fields, then the fields that are not properties, the
// properties, and the missing fields.
//
// Rule: k8s.io/kube-openapi/pkg/validation/validate, objectValidator.
func (r *reporter) object(k *keywords, p precheck, m map[string]any, old *correlate.Node) (matches int) {
	r.objectSize(k, int64(len(m)))
	undeclared, declared := r.unchecked(k, p, m)
	for _, name := range undeclared {
		if r.w.Failed() {
			return 0
		}
		matches += r.undeclared(k, p, name, m[name], old)
	}
	for _, name := range declared {
		if r.w.Failed() {
			return 0
		}
		i := k.PropertyIndex(name)
		_, s := k.PropertyAt(i)
		matches += r.field(s, p.property(i), structural.Field(name), m[name], old)
	}
	if !r.w.Step(len(k.required)) {
		return 0
	}
	for _, name := range k.required {
		if _, found := m[name]; !found {
			r.missing(k, name)
		}
	}
	const validator = 1
	return matches + validator
}

func (r *reporter) objectSize(k *keywords, size int64) {
	if limit, ok := k.MinProperties(); ok && size < limit && !r.counted() {
		r.addInvalid(codes.MinProperties, size, codes.MinPropertiesDetail(r.name(), limit))
	}
	if limit, ok := k.MaxProperties(); ok && size > limit && !r.counted() {
		e := structural.Error{Kind: field.TooMany, Code: codes.MaxProperties, Value: size, Detail: codes.MaxItemsDetail(limit)}
		r.addWithMessage(e, message{text: codes.MaxPropertiesMessage(r.name(), limit)})
	}
}

func (r *reporter) unchecked(k *keywords, p precheck, m map[string]any) (undeclared, declared []string) {
	open := r.additional(k.Schema, r.depth) == nil && !r.closed(k.Schema, r.depth)
	for name, v := range m {
		if !r.w.Step(1) {
			break
		}
		i := k.PropertyIndex(name)
		switch {
		case i >= 0:
			if !p.property(i).passes(r, v) {
				declared = append(declared, name)
			}
		case !open:
			undeclared = append(undeclared, name)
		}
	}
	return work.Sorted(r.w, undeclared), work.Sorted(r.w, declared)
}

func (r *reporter) undeclared(k *keywords, p precheck, name string, v any, old *correlate.Node) int {
	if r.closed(k.Schema, r.depth) {
		r.forbidden(name)
		return 0
	}
	additional := p.additional()
	if additional.passes(r, v) {
		return 0
	}
	return r.field(r.additional(k.Schema, r.depth), additional, structural.Key(name), v, old)
}

// forbidden reports a forbidden field at the location of its object, as the server does.
func (r *reporter) forbidden(name string) {
	if r.counted() {
		return
	}
	object := r.name()
	detail := codes.AdditionalPropertiesDetail(object, name)
	e := structural.Error{Kind: field.Invalid, Code: codes.AdditionalProperties, Value: name, Detail: detail}
	r.addAt(r.location(object), e, message{text: detail}, structural.Key(name))
}

func (r *reporter) field(s *structural.Schema, p precheck, step field.Step, v any, old *correlate.Node) int {
	if r.unnamed() && (step.Name() == "apiVersion" || step.Name() == "kind") {
		old = nil // both were converted to the same version
	}
	return r.child(step, s, p, v, old.Key(step.Name()))
}

func (r *reporter) child(step field.Step, s *structural.Schema, p precheck, v any, old *correlate.Node) int {
	r.steps = append(r.steps, step)
	matches := r.node(s, p, v, old)
	r.steps = r.steps[:len(r.steps)-1]
	r.w.In(step)
	return matches
}

func (r *reporter) missing(k *keywords, name string) {
	if r.counted() {
		return
	}
	step := structural.Field(name)
	if _, source := k.Field(name); source == structural.FromAdditional {
		step = structural.Key(name)
	}
	object := r.name()
	e := structural.Error{Kind: field.Required, Code: codes.Required, Value: field.Omitted}
	r.addAt(r.location(object+"."+name), e, message{text: codes.RequiredMessage(object, name)}, step)
}

// precheck is the check by which a reporter skips valid values. The zero precheck skips
// nothing: in branches, valid values count as matches.
type precheck struct{ check *check }

// maxPrecheckDepth limits prechecks: an invalid value is checked once for each level above it.
const maxPrecheckDepth = 32

func (p precheck) passes(r *reporter, v any) bool {
	return p.check != nil && len(r.steps) < maxPrecheckDepth && p.check.valid(r.w, v)
}

var anything = check{accepts: allTypes}

// rest returns the requirements for values of a type. Rules for types that a node does not
// accept are not compiled.
func (p precheck) rest(t typeSet) (_ *rest, known bool) {
	if p.check == nil || p.check.accepts&t == 0 {
		return nil, false
	}
	if p.check.rest == nil {
		return &rest{}, true
	}
	return p.check.rest, true
}

func (p precheck) items() precheck {
	r, known := p.rest(arrayType)
	switch {
	case !known:
		return precheck{}
	case r.list == nil:
		return precheck{&anything}
	default:
		return precheck{&r.list.items}
	}
}

func (p precheck) property(i int) precheck {
	r, known := p.rest(objectType)
	switch {
	case !known:
		return precheck{}
	case r.object == nil:
		return precheck{&anything}
	default:
		return precheck{&r.object.properties[i]}
	}
}

func (p precheck) additional() precheck {
	r, known := p.rest(objectType)
	switch {
	case !known:
		return precheck{}
	case r.object == nil:
		return precheck{&anything}
	default:
		return precheck{&r.object.additional}
	}
}
