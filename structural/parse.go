package structural

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/facts"
	"github.com/seed95800270/crdschema/structural/field"
)

// Option adjusts [FromMap].
type Option interface{ apply(*parser) }

type optionFunc func(*parser)

func (f optionFunc) apply(p *parser) { f(p) }

// WithoutDocumentation leaves out description, title, externalDocs and example: half of
// the text of a typical CRD, not needed to serve objects. The result of [Check] is the
// same.
func WithoutDocumentation() Option {
	return optionFunc(func(p *parser) { p.undocumented = true })
}

// WithNormalizedInput skips the checks of [Normalize] on an input that is part of a value
// that Normalize has returned.
func WithNormalizedInput() Option {
	return optionFunc(func(p *parser) { p.normalized = true })
}

// FromMap reads a schema: the value of openAPIV3Schema decoded from JSON or YAML. It
// accepts any map and returns the part that can be read and all errors, sorted by their
// paths in the map:
//
//   - [field.Undecodable]: a keyword has a value of a type that the server does not decode.
//     The keyword is left out.
//   - [field.Forbidden], printed without a location as the server does: a keyword of JSON
//     Schema that Kubernetes does not support, or x-kubernetes-preserve-unknown-fields:
//     false.
//   - [field.UnknownField]: a keyword that is unknown to Kubernetes. It is dropped; the
//     server does so without a warning below items, additionalProperties, additionalItems
//     and dependencies.
//
// FromMap returns a nil schema for a nil map, and a nil schema with one Undecodable error
// if the map is not a JSON value (see [Normalize]).
//
// Rules: Kubernetes API reference, JSONSchemaProps;
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema, NewStructural.
func FromMap(ctx context.Context, openAPIV3Schema map[string]any, opts ...Option) (*Schema, Errors, error) {
	p := newParser(ctx, opts)
	if openAPIV3Schema == nil {
		return nil, nil, p.work.Err()
	}
	s := p.read(openAPIV3Schema)
	if p.notNormalized && !p.work.Failed() {
		normal, err := Normalize(openAPIV3Schema)
		if err != nil {
			return nil, Errors{notJSON(err)}, nil
		}
		p.normalized = true
		s = p.read(normal.(map[string]any))
	}
	if err := p.work.Err(); err != nil {
		return nil, nil, err
	}
	return s, p.errs.Sorted(), nil
}

func notJSON(err error) *Error {
	e := &Error{Kind: field.Undecodable, Code: codes.NotJSON, Value: field.Omitted, Detail: err.Error()}
	var not *NotJSONError
	if errors.As(err, &not) {
		e.Path, e.Detail = not.Path, codes.NotJSONDetail(not.Reason)
	}
	return e
}

// parser reads one schema. It stops at the first value that [Normalize] would change or
// reject, or that comes after very many. Most schemas are normalized and small, and
// checking this first would be a second walk.
type parser struct {
	reporter
	pools
	interner
	work          *work.Tracker
	undocumented  bool
	ordered       bool // read the keywords of a node in byte order
	normalized    bool // the input is known to be normalized
	notNormalized bool // a value is not normalized, or work has failed: discard what was read
	values        int  // number of values scanned
	// named holds the properties of all nodes that are being read, outer nodes
	// first.
	named []property
	// entries holds the entries of all maps that are being read, outer maps first.
	entries []entry
}

func newParser(ctx context.Context, opts []Option) *parser {
	p := &parser{
		interner: interner{known: newNodeTable(firstBits)}, named: make([]property, 0, 64),
		work: work.Start(ctx, "reading a schema"),
	}
	for _, o := range opts {
		o.apply(p)
	}
	return p
}

func (p *parser) read(m map[string]any) *Schema {
	s := p.start(m)
	if p.errs.Omitted() > 0 && !p.notNormalized {
		// Some errors are not listed. Read again in order, so that the listed ones
		// are always the same.
		p.ordered = true
		s = p.start(m)
	}
	return s
}

func (p *parser) start(m map[string]any) *Schema {
	p.reporter, p.notNormalized, p.values = newReporter(), false, 1
	return p.schema(m)
}

// schema reads a node and everything below it.
func (p *parser) schema(m map[string]any) *Schema {
	s, outer := p.pools.nodes.take(), p.beginNode()
	named := len(p.named)
	p.keywords(s, m)
	out := p.finish(s)
	p.named = p.named[:named]
	p.endNode(outer)
	return out
}

// keywords reads the keywords of a node, in any order unless p.ordered: sorting takes
// longer than it saves.
func (p *parser) keywords(s *Schema, m map[string]any) {
	if p.ordered {
		p.each(m, Field, func(keyword string, v any) { p.keyword(s, keyword, v) })
		return
	}
	p.enter(field.Step{})
	for keyword, v := range m {
		p.step(Field(keyword))
		if p.scan(v) {
			p.keyword(s, keyword, v)
		}
		if p.notNormalized {
			break
		}
	}
	p.leave()
}

// finish seals a node whose keywords are read, or discards it and returns an equal
// one that was read before.
func (p *parser) finish(s *Schema) *Schema {
	if other, found := p.same(s); found {
		p.discard(s)
		other.facts |= facts.Repeated
		return other
	}
	s.properties = slices.Clone(s.properties)
	return s.seal()
}

// scan counts the value at the current path and reports whether it can be read. What is in
// it is scanned when it is read, or by scanInside if it is not.
func (p *parser) scan(v any) bool {
	p.values++
	known := p.values <= trusting
	switch v := v.(type) {
	case nil, bool, string, int64:
	case float64:
		known = known && !math.IsNaN(v) && !math.IsInf(v, 0)
	case map[string]any:
		known = known && v != nil && len(p.path) < MaxDepth
	case []any:
		known = known && v != nil && len(p.path) < MaxDepth
	default:
		known = false
	}
	if !known && !p.normalized || !p.work.Step(1) {
		p.notNormalized = true
	}
	return !p.notNormalized
}

// scanInside scans what is in a value that is not read.
func (p *parser) scanInside(v any) {
	switch v.(type) {
	case map[string]any, []any:
	default:
		return
	}
	if p.normalized || p.notNormalized {
		return
	}
	n := normalizer{left: trusting - p.values, scalar: normalScalar}
	_, changed, err := n.value(v, len(p.path))
	scanned := trusting - n.left - p.values
	p.values += scanned
	p.notNormalized = changed || err != nil || !p.work.Step(scanned)
}

func (p *parser) copy(v any) any {
	if p.scanInside(v); p.notNormalized {
		return nil
	}
	out := work.Clone(p.work, v)
	p.notNormalized = p.work.Failed()
	return out
}

type entry struct {
	name  string
	value any
}

// begin returns the entries of m in byte order of their names. Most files are written in
// this order, so that the values are read as they lie in memory. The caller returns the
// entries with done.
func (p *parser) begin(m map[string]any) []entry {
	first := len(p.entries)
	if !p.normalized && p.values+first+len(m) > trusting { // m may contain itself
		p.notNormalized = true
		return nil
	}
	for name, v := range m {
		p.entries = append(p.entries, entry{name, v})
	}
	out := p.entries[first:]
	sortEntries(out)
	return out
}

// sortEntries sorts by name. Most objects have few entries, for which insertion sort is
// faster.
func sortEntries(list []entry) {
	const few = 12
	if len(list) > few {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.name, b.name) })
		return
	}
	for i, e := range list {
		for ; i > 0 && e.name < list[i-1].name; i-- {
			list[i] = list[i-1]
		}
		list[i] = e
	}
}

func (p *parser) done(begun []entry) { p.entries = p.entries[:len(p.entries)-len(begun)] }

// each calls read for every entry of m with the path extended by it.
func (p *parser) each(m map[string]any, step func(string) field.Step, read func(name string, v any)) {
	entries := p.begin(m)
	for _, e := range entries {
		p.at(step(e.name), e.value, func(v any) { read(e.name, v) })
	}
	p.done(entries)
}

// list calls read for every element of a list with the path extended by it.
func (p *parser) list(l []any, read func(i int, v any)) {
	for i, v := range l {
		if !p.notNormalized {
			p.at(Index(i), v, func(v any) { read(i, v) })
		}
	}
}

// at calls read for a value with the path extended by step.
func (p *parser) at(step field.Step, v any, read func(any)) {
	p.enter(step)
	if p.scan(v) {
		read(v)
	}
	p.leave()
}
