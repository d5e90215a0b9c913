package celrules

import (
	"fmt"
	"strings"

	"github.com/seed95800270/crdschema/internal/celcost"
	"github.com/seed95800270/crdschema/internal/celtype"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// SizeLimit is how many values of one schema an estimate counts, or how large they are.
type SizeLimit struct {
	// Path is the path of the schema: `properties[spec].properties[hosts]`.
	Path structural.Path `json:"path"`
	// Keyword is maxItems, maxProperties or maxLength, or "" if none of them changes the
	// size: values of an enum, or times.
	Keyword string `json:"keyword,omitempty"`
	// Declared is the value of the keyword, or nil if the schema does not have it.
	Declared *int64 `json:"declared,omitempty"`
	// Size is the greatest size that the estimate assumes, in elements, entries or bytes. A
	// character of maxLength counts as 4 bytes.
	Size uint64 `json:"size"`
	// Element is the smallest size as JSON, in bytes, of a value in the list or map. Without
	// a declared limit, Size is how many of them fit into a request. It is 0 for texts.
	Element uint64 `json:"element,omitempty"`
	// Hidden is the smallest value of the keyword in allOf, if that is smaller than Declared:
	// objects obey it, but the estimate ignores it. Otherwise, it is nil.
	Hidden *int64 `json:"hidden,omitempty"`
	// Moved is the Total of the expression if Hidden were the value of the keyword.
	Moved uint64 `json:"moved,omitempty"`
}

// Unbounded reports whether the keyword is missing.
func (l SizeLimit) Unbounded() bool { return l.Keyword != "" && l.Declared == nil }

// String returns a line of text with the limit and the advice about Hidden.
func (l SizeLimit) String() string {
	text := fmt.Sprintf("%s: at most %d bytes", l.Path, l.Size)
	switch {
	case l.Declared != nil:
		text = fmt.Sprintf("%s: %s %d", l.Path, l.Keyword, *l.Declared)
	case l.Element > 0:
		text = fmt.Sprintf("%s: no %s, so %d values of at least %d bytes", l.Path, l.Keyword, l.Size, l.Element)
	case l.Keyword != "":
		text = fmt.Sprintf("%s: no %s, so %d bytes", l.Path, l.Keyword, l.Size)
	}
	if l.Hidden != nil {
		text += fmt.Sprintf("; %s %d in allOf does not count: beside the type, it makes the total %d", l.Keyword, *l.Hidden, l.Moved)
	}
	return text
}

// costModel estimates one expression again with other limits than its schema has.
type costModel struct {
	ruleExpression
	work   *work.Tracker
	steps  int      // of one estimate
	around []*limit // of the lists and maps around the expression, outermost first
	sizes  []*limit // of the values that decide the cost of one evaluation
	read   []*limit // of these values, and of others that decide it if these are small
	byPath map[string]*limit
}

// limit is a limit with the schema that has it.
type limit struct {
	SizeLimit
	key    string // of the schema
	schema *structural.Schema
}

// bounds are values for the keywords of limits, by their keys.
type bounds map[string]int64

func newCostModel(w *work.Tracker, e ruleExpression, root *structural.Schema) *costModel {
	kept := *e.visitedNode
	kept.path = kept.path.Append()
	e.visitedNode = &kept
	m := &costModel{ruleExpression: e, work: w, byPath: map[string]*limit{}}
	m.steps = 1 + countNodes(e.expression.ast.NativeRep().Expr())
	chain := locatedRoot(root, e.role).in(e.pathNode)
	for _, p := range chain {
		w.Step(1 + len(p.hidden))
	}
	last := len(chain) - 1
	if e.in == codes.Condition {
		m.limitsAround(chain[:last])
	}
	m.limitsInside(chain[last])
	for _, l := range append(m.around, m.sizes...) {
		if l.Hidden != nil {
			l.Moved = m.total(bounds{l.key: *l.Hidden})
		}
	}
	return m
}

func (m *costModel) limitsAround(chain []locatedSchema) {
	for _, p := range chain {
		keyword, most, declared := limitInside(p.schema)
		if keyword == "" {
			continue
		}
		l := p.limit(keyword, most, declared)
		if l.Size = uint64(max(most, 0)); !declared {
			l.Size, l.Element = m.declType.MaxCardinality(), m.declType.MinBytes()
		}
		m.around = append(m.around, l)
	}
}

func (p locatedSchema) limit(keyword string, most int64, declared bool) *limit {
	l := &limit{SizeLimit: SizeLimit{Path: p.path, Keyword: keyword}, key: p.path.String(), schema: p.schema}
	if declared {
		l.Declared = &most
	}
	if hidden := p.hiddenLimit(keyword); keyword != "" && hidden != nil && (!declared || *hidden < most) {
		l.Hidden = hidden
	}
	return l
}

// limitsInside finds the sizes on which the cost of one evaluation depends.
func (m *costModel) limitsInside(self locatedSchema) {
	var read []*limit
	m.expression.maxCost(func(path []string) (uint64, bool) {
		size, known := m.declType.MaxSize(path)
		if key := keyOf(path); m.byPath[key] == nil && known {
			if l := m.limitInside(self, path[1:], size); l != nil {
				m.byPath[key] = l
				read = append(read, l)
			}
		}
		return size, known
	})
	least := m.onceWith(none)
	for _, l := range read {
		decides := m.onceWith(l.or(none, (*limit).size)) != m.once
		if decides {
			m.sizes = append(m.sizes, l)
		}
		if decides || m.onceWith(l.or((*limit).size, none)) != least {
			m.read = append(m.read, l)
		}
	}
}

func none(*limit) uint64 { return 0 }

func (l *limit) size() uint64 { return l.Size }

// or returns one size for the limits of the schema of l, and the other for all others.
func (l *limit) or(own, others func(*limit) uint64) func(*limit) uint64 {
	return func(limit *limit) uint64 {
		if limit.key == l.key {
			return own(limit)
		}
		return others(limit)
	}
}

func keyOf(path []string) string { return strings.Join(path[1:], "\x00") }

func (m *costModel) limitInside(self locatedSchema, path []string, size uint64) *limit {
	p, found := self.at(path)
	if !m.work.Step(len(path)*(1+len(p.hidden))) || !found {
		return nil
	}
	keyword, most, declared := celtype.Limit(p.schema)
	if p.fixed {
		keyword, declared = "", false
	}
	l := p.limit(keyword, most, declared)
	l.Size, l.Element = size, m.declType.At(path).Elem().MinBytes()
	return l
}

// onceWith returns the cost of one evaluation with other sizes.
func (m *costModel) onceWith(size func(*limit) uint64) uint64 {
	if !m.work.Step(m.steps) {
		return m.once
	}
	return m.expression.maxCost(m.sizesWith(size))
}

func (m *costModel) sizesWith(size func(*limit) uint64) celcost.Sizes {
	return func(path []string) (uint64, bool) {
		if l := m.byPath[keyOf(path)]; l != nil {
			return size(l), true
		}
		return m.declType.MaxSize(path)
	}
}

func (b bounds) size(l *limit) uint64 {
	most, bounded := b[l.key]
	if !bounded {
		return l.Size
	}
	size := celtype.SizeWith(l.schema, most)
	if isName := l.Keyword == "maxLength" && l.Declared == nil; isName { // names of resources are shorter than texts
		return min(size, l.Size)
	}
	return size
}

// total returns the estimate with bounds.
func (m *costModel) total(b bounds) uint64 {
	return celcost.Mul(m.onceWith(b.size), m.timesWith(b))
}

func (m *costModel) timesWith(b bounds) uint64 {
	count := cardinality{1, true}
	for _, l := range m.around {
		most, bounded := b[l.key]
		switch {
		case bounded:
			count.most = celcost.Mul(count.most, uint64(most))
		case l.Declared == nil:
			return m.declType.MaxCardinality()
		default:
			count.most = celcost.Mul(count.most, l.Size)
		}
	}
	return count.most
}
