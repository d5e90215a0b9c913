package structural

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/facts"
)

// Option adjusts [FromMap].
type Option interface{ apply(*parser) }

type optionFunc func(*parser)

func (f optionFunc) apply(p *parser) { f(p) }

// WithoutDocumentation leaves out description, title, externalDocs and
// example: half of the text of a typical definition, which nothing needs that
// only serves objects. [Check] gives the same answer without them.
func WithoutDocumentation() Option {
	return optionFunc(func(p *parser) { p.undocumented = true })
}

// WithNormalizedInput says that the schema is a part of what [Normalize] has returned, so
// that it need not be looked at again.
func WithNormalizedInput() Option {
	return optionFunc(func(p *parser) { p.normalised = true })
}

// FromMap reads a schema as it stands under openAPIV3Schema, decoded from JSON
// or YAML. It takes any map whatsoever and returns the part that can be read,
// and every problem, located in the map and sorted:
//
//   - [Undecodable]: a keyword whose value has a type that a server does not
//     decode (it refuses the whole manifest); the keyword is left out.
//   - [Forbidden], in the server's words without a location: a keyword of JSON
//     schema that Kubernetes does not support, or
//     x-kubernetes-preserve-unknown-fields: false.
//   - [UnknownField]: a keyword that Kubernetes does not know; it is dropped. A
//     server drops those below items, additionalProperties, additionalItems and
//     dependencies without a word.
//
// A nil map gives a nil schema. A value that is no JSON value (see
// [Normalize]) gives a nil schema and one Undecodable error. Nothing of the
// map is kept; strings are shared.
//
// Rules: Kubernetes API reference, JSONSchemaProps; k8s.io/apiextensions-
// apiserver/pkg/apiserver/schema, NewStructural.
func FromMap(openAPIV3Schema map[string]any, opts ...Option) (*Schema, Errors) {
	if openAPIV3Schema == nil {
		return nil, nil
	}
	p := newParser(opts)
	s := p.read(openAPIV3Schema)
	if p.foreign {
		normal, err := Normalize(openAPIV3Schema)
		if err != nil {
			return nil, Errors{notJSON(err)}
		}
		p.normalised = true
		s = p.read(normal.(map[string]any))
	}
	return s, p.errs.Sorted()
}

func notJSON(err error) *Error {
	e := &Error{Kind: Undecodable, Code: codes.NotJSON, Value: Omitted, Detail: err.Error()}
	var not *NotJSONError
	if errors.As(err, &not) {
		e.Path, e.Detail = not.Path, codes.NotJSONDetail(not.Reason)
	}
	return e
}

// parser reads one schema. It looks at every value when it comes to it, and
// gives up at the first one that [Normalize] would change or refuse: most
// schemas are normalised, and need not be walked twice to see that they are.
type parser struct {
	reporter
	supply
	sharing
	undocumented bool
	ordered      bool // read the keywords of a node in byte order, as other maps always are
	normalised   bool // there is nothing to look for
	foreign      bool // a value is not normalised: what was read does not count
	values       int  // that were looked at
	// named are the properties of all nodes that are being read, those of an
	// inner node behind those of the nodes around it.
	named []property
	// entries are those of all maps that are being read, likewise.
	entries []entry
}

func newParser(opts []Option) *parser {
	p := &parser{sharing: sharing{known: newNodeTable(firstBits)}, named: make([]property, 0, 64)}
	for _, o := range opts {
		o.apply(p)
	}
	return p
}

// read reads a whole schema.
func (p *parser) read(m map[string]any) *Schema {
	s := p.start(m)
	if p.errs.Omitted() > 0 && !p.foreign {
		// Too many problems to list them all: read again in order, so that
		// those listed are the same every time.
		p.ordered = true
		s = p.start(m)
	}
	return s
}

func (p *parser) start(m map[string]any) *Schema {
	p.reporter, p.foreign, p.values = newReporter(), false, 1
	return p.schema(m)
}

// schema reads a node and what is below it.
func (p *parser) schema(m map[string]any) *Schema {
	s, outer := p.node(), p.beginNode()
	named := len(p.named)
	p.keywords(s, m)
	out := p.finish(s)
	p.named = p.named[:named]
	p.endNode(outer)
	return out
}

// keywords reads those of a node, in any order unless one is asked for: a node has
// few, and putting them in order takes longer than it saves.
func (p *parser) keywords(s *Schema, m map[string]any) {
	if p.ordered {
		p.each(m, Field, func(keyword string, v any) { p.keyword(s, keyword, v) })
		return
	}
	p.enter(Step{})
	for keyword, v := range m {
		p.step(Field(keyword))
		if p.look(v) {
			p.keyword(s, keyword, v)
		}
		if p.foreign {
			break
		}
	}
	p.leave()
}

// finish makes a node fit for use once its keywords are read, or takes one that
// says the same in its place.
func (p *parser) finish(s *Schema) *Schema {
	if other, found := p.same(s); found {
		p.discard(s)
		other.facts |= facts.Repeated
		return other
	}
	s.properties = p.keep(s.properties)
	return s.seal()
}

// look tells whether the value where the walk is can be read. What is inside of
// a map or list is looked at by whoever reads it, or else by unread.
func (p *parser) look(v any) bool {
	p.values++
	known := p.values <= MaxNodes
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
	if !known && !p.normalised {
		p.foreign = true
	}
	return !p.foreign
}

// unread looks at what is inside of a value that no keyword reads.
func (p *parser) unread(v any) {
	switch v.(type) {
	case map[string]any, []any:
	default:
		return
	}
	if p.normalised || p.foreign {
		return
	}
	n := normalizer{left: MaxNodes - p.values}
	_, changed, err := n.value(v, len(p.path))
	p.values = MaxNodes - n.left
	p.foreign = changed || err != nil
}

// copy is a copy of a value that is kept as it stands.
func (p *parser) copy(v any) any {
	if p.unread(v); p.foreign {
		return nil
	}
	return Clone(v)
}

// How the parser goes through maps and lists.

// entry is one of a map.
type entry struct {
	name  string
	value any
}

// begin lays out the entries of m in byte order: that is the order in which
// most files are written, hence that of the memory that they were decoded into.
// done clears them away.
func (p *parser) begin(m map[string]any) []entry {
	first := len(p.entries)
	if !p.normalised && p.values+first+len(m) > MaxNodes { // it may hold itself
		p.foreign = true
		return nil
	}
	for name, v := range m {
		p.entries = append(p.entries, entry{name, v})
	}
	out := p.entries[first:]
	sortEntries(out)
	return out
}

// sortEntries sorts by name: by insertion while there are few, as there mostly
// are, for every object of a schema is sorted.
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

// each runs read for every entry of m, one step further down.
func (p *parser) each(m map[string]any, step func(string) Step, read func(name string, v any)) {
	entries := p.begin(m)
	for _, e := range entries {
		p.at(step(e.name), e.value, func(v any) { read(e.name, v) })
	}
	p.done(entries)
}

// list runs read for every element of a list, one step further down.
func (p *parser) list(l []any, read func(i int, v any)) {
	for i, v := range l {
		if !p.foreign {
			p.at(Index(i), v, func(v any) { read(i, v) })
		}
	}
}

// at runs read for a value one step further down.
func (p *parser) at(step Step, v any, read func(any)) {
	p.enter(step)
	if p.look(v) {
		read(v)
	}
	p.leave()
}
