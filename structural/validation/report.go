package validation

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/correlate"
	"github.com/seed95800270/crdschema/structural"
)

// reporter walks a value that is not valid and says why, in the words of the
// server. It follows the reference step by step, by the schema and not by what
// was compiled of it, which only tells it what it need not look at. It counts
// matches, on which it depends which branch of an anyOf or oneOf gets a hearing.
type reporter struct {
	settings
	patterns  *patterns
	base      structural.Path
	steps     structural.Path // from the base to the current value
	depth     int             // how many junctors the current node is under
	found     ledger
	tolerated ledger
	read      map[*structural.Schema]*keywords
	enums     map[string]int // see reporter.enum
}

// explain is what Validate and ValidateUpdate return for invalid values. root
// has the old value, if there is one.
func (v *Validator) explain(value any, root *correlate.Node) (errs, tolerated structural.Errors) {
	r := reporter{settings: v.compiler.settings, patterns: &v.compiler.patterns, base: v.base}
	r.node(v.schema, guide{&v.root}, value, root)
	return r.found.errors(), r.tolerated.errors()
}

// node reports what is wrong with value and returns the number of matches,
// which is not complete where a guide shortens the way. Errors of a value that
// is the same as its old one are tolerated.
//
// Rules: k8s.io/kube-openapi/pkg/validation/validate, SchemaValidator;
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation,
// ratchetingValueValidator.
func (r *reporter) node(s *structural.Schema, g guide, value any, old *correlate.Node) int {
	mark := r.found.mark()
	matches := r.value(r.keywords(s), g, value, old)
	if old != nil && r.found.since(mark) && old.Equal() {
		r.tolerated.move(r.found.cut(mark))
	}
	return matches
}

func (r *reporter) value(k *keywords, g guide, value any, old *correlate.Node) int {
	if value == nil {
		matches := r.types(k, null)
		r.enum(k, value)
		return matches
	}
	const always = 3 // the node itself, its junctors and its enum
	matches := always
	if k.typing.demands() {
		matches += 1 + r.types(k, kindOf(value))
	}
	matches += r.branches(k, value)
	switch value := value.(type) {
	case string:
		matches += r.text(k, value)
	case int64:
		matches += r.number(k, exact(value))
	case float64:
		matches += r.number(k, approximate(value))
	case []any:
		matches += r.list(k, g.items(), value, old)
	}
	r.enum(k, value)
	if m, ok := value.(map[string]any); ok {
		matches += r.object(k, g, m, old)
	}
	return matches
}

// types returns 1 for the right type.
func (r *reporter) types(k *keywords, kind kinds) int {
	if k.typing.judge(kind) == fits {
		return 1
	}
	r.mistyped(k.typing.words(kind))
	return 0
}

// keywords are the parts of a schema that take time to get at: a reporter
// visits a node once for each element of a list.
type keywords struct {
	*structural.Schema
	typing              typing
	required            []string
	enum                []any
	allowed             *enum
	enumID              int    // see reporter.enumID
	enumDetail          string // the words of an error
	allOf, anyOf, oneOf []*structural.Schema
}

func (r *reporter) keywords(s *structural.Schema) *keywords {
	if k, ok := r.read[s]; ok {
		return k
	}
	k := &keywords{
		Schema:   s,
		typing:   r.typing(s),
		required: s.Required(),
		enum:     s.Enum(),
		allOf:    s.AllOf(),
		anyOf:    s.AnyOf(),
		oneOf:    s.OneOf(),
	}
	if r.read == nil {
		r.read = make(map[*structural.Schema]*keywords)
	}
	r.read[s] = k
	return k
}

// enum reports a value that is not allowed. There may be as many such values
// as there are allowed ones, and an error names them all: their text is made
// once and shared.
func (r *reporter) enum(k *keywords, value any) {
	if len(k.enum) == 0 {
		return
	}
	if k.allowed == nil {
		k.allowed = newEnum(k.enum)
	}
	if k.allowed.has(value) {
		return
	}
	if k.enumID == 0 {
		k.enumID = r.enumID(k.enum)
		k.enumDetail = supported(k.enum)
	}
	r.addSilent(structural.NotSupported, value, k.enumDetail, message{text: r.name() + " in body should be one of ", enumID: k.enumID})
}

// enumID is a number, not 0, that enums share which print alike.
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

// supported lists the allowed values: strings quoted, others as JSON in quotes.
func supported(enum []any) string {
	var b strings.Builder
	b.WriteString("supported values: ")
	for i, v := range enum {
		if i > 0 {
			b.WriteString(", ")
		}
		s, ok := v.(string)
		if !ok {
			text, _ := json.Marshal(v) // of JSON values it does not fail
			s = string(text)
		}
		b.WriteString(strconv.Quote(s))
	}
	return b.String()
}
