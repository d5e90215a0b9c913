package structural

import (
	"slices"
	"strings"
)

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
