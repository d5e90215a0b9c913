package listtype

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

type absent struct{}

type keys struct {
	names []string
	index map[string]int
}

const fewKeys = 4

// keysOf keeps long lists of keys for the next list with the same schema.
func (c *listChecker) keysOf(s *structural.Schema) keys {
	if k, found := c.manyKeys[s]; found {
		return k
	}
	k := keys{names: s.ListMapKeys()}
	if n := len(k.names); n > fewKeys && c.work.Step(n) {
		k.index = make(map[string]int, n)
		for i, name := range k.names {
			k.index[name] = i
		}
		if c.manyKeys == nil {
			c.manyKeys = map[*structural.Schema]keys{}
		}
		c.manyKeys[s] = k
	}
	return k
}

func (k keys) in(v any, visit func(i int, v any)) {
	m, _ := v.(map[string]any)
	if len(m) < len(k.index) {
		for name, cell := range m {
			if i, found := k.index[name]; found {
				visit(i, cell)
			}
		}
		return
	}
	for i, name := range k.names {
		if cell, found := m[name]; found {
			visit(i, cell)
		}
	}
}

func (k keys) only(v any) map[string]any {
	out := map[string]any{}
	k.in(v, func(i int, cell any) { out[k.names[i]] = cell })
	return out
}

// rows uses space if the rows fit.
func (k keys) rows(c *comparer, l []any, space []any) rows {
	if k.index != nil {
		return k.shortRows(c, l)
	}
	if n := len(l) * len(k.names); n > cap(space) {
		space = make([]any, 0, n)
	}
	for _, v := range l {
		m, _ := v.(map[string]any)
		for _, name := range k.names {
			cell, found := m[name]
			if !found {
				cell = absent{}
			}
			space = append(space, cell)
		}
	}
	return rows{comparer: c, cells: space, width: len(k.names), n: len(l)}
}

// shortRows returns rows of one cell: a list of the keys and their values. A cell for each of
// many keys would take much more memory.
func (k keys) shortRows(c *comparer, l []any) rows {
	type entry struct {
		key   int
		value any
	}
	cells := make([]any, len(l))
	for i, v := range l {
		if !c.work.Step(1) {
			break
		}
		var entries []entry
		k.in(v, func(key int, cell any) { entries = append(entries, entry{key, cell}) })
		slices.SortFunc(entries, func(a, b entry) int { return a.key - b.key })
		row := make([]any, 0, 2*len(entries))
		for _, e := range entries {
			row = append(row, int64(e.key), e.value)
		}
		cells[i] = row
	}
	return rows{comparer: c, cells: cells, width: 1, n: len(l)}
}
