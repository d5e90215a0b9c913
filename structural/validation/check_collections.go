package validation

import (
	"math"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

type countLimits struct{ min, max int64 }

func newCountLimits(min int64, hasMin bool, max int64, hasMax bool) countLimits {
	l := countLimits{math.MinInt64, math.MaxInt64}
	if hasMin {
		l.min = min
	}
	if hasMax {
		l.max = max
	}
	return l
}

func (l countLimits) allow(n int) bool { return l.min <= int64(n) && int64(n) <= l.max }

func (l countLimits) unlimited() bool { return l.min <= 0 && l.max == math.MaxInt64 }

type listRule struct {
	items  check
	length countLimits
	unique bool
}

func (c *Compiler) listRule(s *structural.Schema) *listRule {
	min, hasMin := s.MinItems()
	max, hasMax := s.MaxItems()
	items, length := c.check(s.Items()), newCountLimits(min, hasMin, max, hasMax)
	if items.acceptsAll() && length.unlimited() && !s.UniqueItems() {
		return nil
	}
	return &listRule{items: items, length: length, unique: s.UniqueItems()}
}

func (r *listRule) valid(w *work.Tracker, list []any) bool {
	if !r.length.allow(len(list)) || r.unique && !unique(w, list) {
		return false
	}
	if r.items.acceptsAll() {
		return true
	}
	for i, e := range list {
		if !w.Step(1) || !r.items.valid(w, e) {
			w.In(field.Index(i))
			return false
		}
	}
	return true
}

type objectRule struct {
	schema     *structural.Schema
	properties []check // in the order of the schema
	required   int
	undeclared []string // required fields that are not properties
	additional check    // for fields that are not properties
	closed     bool     // such fields are forbidden
	size       countLimits
}

func (c *Compiler) objectRule(s *structural.Schema) *objectRule {
	min, hasMin := s.MinProperties()
	max, hasMax := s.MaxProperties()
	r := objectRule{
		schema:     s,
		properties: c.properties(s),
		additional: c.check(c.additional(s, c.depth)),
		closed:     c.closed(s, c.depth),
		size:       newCountLimits(min, hasMin, max, hasMax),
	}
	r.require(s.Required())
	if r.acceptsAll() {
		return nil
	}
	kept := r
	return &kept
}

func (c *Compiler) properties(s *structural.Schema) []check {
	if s.NumProperties() == 0 {
		return nil
	}
	out := make([]check, s.NumProperties())
	for i := range out {
		_, p := s.PropertyAt(i)
		out[i] = c.check(p)
	}
	return out
}

func (r *objectRule) require(names []string) {
	for _, name := range names {
		switch i := r.schema.PropertyIndex(name); {
		case i < 0:
			r.undeclared = append(r.undeclared, name)
		case !r.properties[i].required:
			r.properties[i].required = true
			r.required++
		}
	}
}

func (r *objectRule) acceptsAll() bool {
	return r.size.unlimited() && !r.closed && r.additional.acceptsAll() && len(r.undeclared) == 0 && !r.checksProperties()
}

func (r *objectRule) checksProperties() bool {
	for i := range r.properties {
		if r.properties[i].required || !r.properties[i].acceptsAll() {
			return true
		}
	}
	return false
}

func (r *objectRule) valid(w *work.Tracker, m map[string]any) bool {
	if !r.size.allow(len(m)) || len(m) < r.required || !w.Step(1+len(m)+len(r.undeclared)) {
		return false
	}
	for _, name := range r.undeclared {
		if _, found := m[name]; !found {
			return false
		}
	}
	if len(m) > 2*len(r.properties) && !r.closed && r.additional.acceptsAll() {
		return r.validProperties(w, m)
	}
	return r.validFields(w, m)
}

func (r *objectRule) validFields(w *work.Tracker, m map[string]any) bool {
	missing := r.required
	for name, v := range m {
		i := r.schema.PropertyIndex(name)
		if i < 0 {
			if r.closed || !r.additional.valid(w, v) {
				w.In(field.Key(name))
				return false
			}
			continue
		}
		p := &r.properties[i]
		if !p.valid(w, v) {
			w.In(field.Field(name))
			return false
		}
		if p.required {
			missing--
		}
	}
	return missing == 0
}

// validProperties checks the fields property by property: for objects with many fields that
// are not properties.
func (r *objectRule) validProperties(w *work.Tracker, m map[string]any) bool {
	for i := range r.properties {
		p := &r.properties[i]
		name, _ := r.schema.PropertyAt(i)
		if v, found := m[name]; found && !p.valid(w, v) || !found && p.required {
			w.In(field.Field(name))
			return false
		}
	}
	return true
}

func (s settings) additional(n *structural.Schema, depth int) *structural.Schema {
	if s.defaults && depth > 0 {
		return nil
	}
	return n.AdditionalProperties()
}

func (s settings) closed(n *structural.Schema, depth int) bool {
	return n.DeniesAdditional() && !(s.defaults && depth > 0)
}
