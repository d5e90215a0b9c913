package structural

import (
	"math"
	"slices"
	"strings"
)

// parser reads one schema. It looks at every value when it comes to it, and
// gives up at the first one that [Normalize] would change or refuse: most
// schemas are normalised, and need not be walked twice to see that they are.
type parser struct {
	reporter
	supply
	sharing
	undocumented bool
	ordered      bool // visit maps in byte order
	normalised   bool // there is nothing to look for
	foreign      bool // a value is not normalised: what was read does not count
	values       int  // that were looked at
	// named are the properties of all nodes that are being read, those of an
	// inner node behind those of the nodes around it.
	named []property
	// entries are those of all maps that are being read, likewise.
	entries []entry
}

// entry is one of a map.
type entry struct {
	name  string
	value any
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
	if p.left > 0 && !p.foreign {
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

// keywords reads those of a node. It is each, written out for what is done
// most of all.
func (p *parser) keywords(s *Schema, m map[string]any) {
	if p.ordered {
		p.each(m, Field, func(keyword string, v any) { p.keyword(s, keyword, v) })
		return
	}
	p.enter(Step{})
	for keyword, v := range m {
		p.turn(Field(keyword))
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
		other.repeated = true
		return other
	}
	s.properties = p.keep(s.properties)
	return s.seal()
}

// begin lays out the entries of m in byte order: that is the order in which
// most files are written, hence that of the memory that they were decoded into.
// done clears them away.
func (p *parser) begin(m map[string]any) []entry {
	first := len(p.entries)
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
