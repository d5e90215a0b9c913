package validation

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// reporter reports the errors of an invalid value, with the server's texts. It walks along
// the schema as upstream does; the compiled checks only decide which values it skips.
type reporter struct {
	settings
	w         *work.Tracker
	patterns  *patterns
	base      structural.Path
	steps     structural.Path
	depth     int
	found     issueList
	tolerated issueList
	errors    int        // number of errors so far, including unlisted ones
	omitting  *issueList // the full list that only counts the errors of an unchanged value, or nil
	quiet     bool       // a branch is tried: errors only count
	choices   choices
	again     []int32 // choices to be repeated
	read      map[*structural.Schema]*keywords
	enums     map[string]int // see reporter.enumID
}

func (v *Validator) report(w *work.Tracker, value any, root *correlate.Node) (errs, tolerated structural.Errors, err error) {
	if w.Failed() {
		return nil, nil, w.Err()
	}
	if len(v.compiler.invalid) > 0 {
		return v.compiler.invalid, nil, nil
	}
	r := reporter{settings: v.compiler.settings, w: w, patterns: &v.compiler.patterns, base: v.base}
	r.node(v.schema, precheck{&v.root}, value, root)
	if w.Failed() {
		return nil, nil, w.Err()
	}
	return r.found.errors(), r.tolerated.errors(), nil
}

// node reports the errors of value and returns the number of matches, incomplete if a
// precheck skips values. Errors of an unchanged value are tolerated.
//
// Rules: k8s.io/kube-openapi/pkg/validation/validate, SchemaValidator;
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// ratchetingValueValidator.
func (r *reporter) node(s *structural.Schema, p precheck, value any, old *correlate.Node) int {
	if !r.w.Step(1) {
		return 0
	}
	if old != nil && r.tolerated.Full() && old.Equal() {
		return r.tolerate(s, p, value, old)
	}
	mark := r.found.mark()
	matches := r.value(r.keywords(s), p, value, old)
	if old != nil && r.found.addedSince(mark) && old.Equal() {
		r.tolerated.addAll(r.found.cut(mark))
	}
	return matches
}

// tolerate reports the errors of an unchanged value, which are only counted.
func (r *reporter) tolerate(s *structural.Schema, p precheck, value any, old *correlate.Node) int {
	before := r.omitting
	r.omitting = &r.tolerated
	matches := r.value(r.keywords(s), p, value, old)
	r.omitting = before
	return matches
}

func (r *reporter) value(k *keywords, p precheck, value any, old *correlate.Node) int {
	if value == nil {
		matches := r.valueType(k, value)
		r.enum(k, value)
		return matches
	}
	const always = 3 // the node itself, its junctors and its enum
	matches := always
	if k.types.restricts() {
		matches += 1 + r.valueType(k, value)
	}
	matches += r.branches(k, value)
	switch value := value.(type) {
	case string:
		matches += r.text(k, value)
	case int64:
		matches += r.number(k, integerNumber(value))
	case float64:
		matches += r.number(k, floatNumber(value))
	case []any:
		matches += r.list(k, p.items(), value, old)
	}
	r.enum(k, value)
	if m, ok := value.(map[string]any); ok {
		matches += r.object(k, p, m, old)
	}
	return matches
}

// valueType returns 1 for the right type. Like the server, it reports the type instead of the
// value.
func (r *reporter) valueType(k *keywords, value any) int {
	t := typeOf(value)
	result := k.types.check(t)
	if result == rightType {
		return 1
	}
	if r.counted() {
		return 0
	}
	code := codes.Type
	if result == wrongTypeForFormat {
		code = codes.Format
	}
	want, got := k.types.mismatch(t)
	detail := codes.TypeDetail(r.name(), want, got)
	r.add(structural.Error{Kind: field.TypeInvalid, Code: code, Value: got, Detail: detail, Remark: k.types.remarkOn(value)})
	return 0
}

// enum prints the elements once for all errors.
func (r *reporter) enum(k *keywords, value any) {
	if len(k.enum) == 0 {
		return
	}
	if k.enumSet == nil {
		k.enumSet = newEnumSet(r.w, k.enum)
	}
	if k.enumSet.has(r.w, value) || r.counted() {
		return
	}
	if k.enumID == 0 {
		k.enumID = r.enumID(k.enum)
		k.enumDetail = codes.EnumDetail(k.enum)
	}
	e := structural.Error{Kind: field.NotSupported, Code: codes.Enum, Value: value, Detail: k.enumDetail}
	r.addWithMessage(e, message{text: codes.EnumMessage(r.name()), enumID: k.enumID})
}

// enumID returns a number, not 0, that is the same for enums that print alike.
func (r *reporter) enumID(enum []any) int {
	printed := fmt.Sprint(enum)
	id, ok := r.enums[printed]
	if !ok {
		if r.enums == nil {
			r.enums = make(map[string]int)
		}
		id = len(r.enums) + 1
		r.enums[printed] = id
	}
	return id
}

// keywords holds the parts of a node that take time to compute: they are kept for the elements
// of a list.
type keywords struct {
	*structural.Schema
	types               typeRule
	required            []string
	enum                []any
	enumSet             *enumSet
	enumID              int // see reporter.enumID
	enumDetail          string
	allOf, anyOf, oneOf []*structural.Schema
	not                 *structural.Schema
	pattern             *lazyPattern      // or nil
	inFormat            func(string) bool // or nil
}

func (r *reporter) keywords(s *structural.Schema) *keywords {
	if k, ok := r.read[s]; ok {
		return k
	}
	k := &keywords{
		Schema:   s,
		types:    r.typeRule(s),
		required: s.Required(),
		enum:     s.Enum(),
		allOf:    s.AllOf(),
		anyOf:    s.AnyOf(),
		oneOf:    s.OneOf(),
		not:      s.Not(),
	}
	k.inFormat = r.formatCheck(k.types)
	if expr := s.Pattern(); expr != "" {
		k.pattern = r.patterns.get(expr)
	}
	if r.read == nil {
		r.read = make(map[*structural.Schema]*keywords)
	}
	r.read[s] = k
	return k
}
