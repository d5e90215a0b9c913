package structural

import "math"

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
		other.repeated = true
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
