package validation

import (
	"math"

	"github.com/seed95800270/crdschema/structural"
)

// objectRule is what a node demands of objects besides their type.
type objectRule struct {
	schema     *structural.Schema // knows the properties by name
	properties []check            // in the order of the schema
	required   int                // how many of them are required
	undeclared []string           // required, but not among them
	additional check              // of fields that are not among them
	closed     bool               // there must be none
	size       limits
}

// objectRule is nil if there is nothing to check.
func (c *Compiler) objectRule(s *structural.Schema) *objectRule {
	r := objectRule{
		schema:     s,
		properties: c.properties(s),
		additional: c.check(c.additional(s, c.depth)),
		closed:     c.closed(s, c.depth),
		size:       propertyLimits(s),
	}
	r.require(s.Required())
	if r.free() {
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

// free tells whether all objects are valid.
func (r *objectRule) free() bool {
	return r.size.always() && !r.closed && r.additional.trivial() && len(r.undeclared) == 0 && !r.checksProperties()
}

func (r *objectRule) checksProperties() bool {
	for i := range r.properties {
		if r.properties[i].required || !r.properties[i].trivial() {
			return true
		}
	}
	return false
}

func (r *objectRule) valid(m map[string]any) bool {
	if !r.size.allow(len(m)) || len(m) < r.required {
		return false
	}
	for _, name := range r.undeclared {
		if _, found := m[name]; !found {
			return false
		}
	}
	if len(m) > 2*len(r.properties) && !r.closed && r.additional.trivial() {
		return r.validProperties(m)
	}
	return r.validFields(m)
}

// validFields goes through the fields of the object.
func (r *objectRule) validFields(m map[string]any) bool {
	missing := r.required
	for name, v := range m {
		i := r.schema.PropertyIndex(name)
		if i < 0 {
			if r.closed || !r.additional.valid(v) {
				return false
			}
			continue
		}
		p := &r.properties[i]
		if !p.valid(v) {
			return false
		}
		if p.required {
			missing--
		}
	}
	return missing == 0
}

// validProperties goes through the properties of the schema, for objects with
// many fields that it does not know.
func (r *objectRule) validProperties(m map[string]any) bool {
	for i := range r.properties {
		p := &r.properties[i]
		name, _ := r.schema.PropertyAt(i)
		if v, found := m[name]; found && !p.valid(v) || !found && p.required {
			return false
		}
	}
	return true
}

// additional is the schema of the fields that s does not declare. depth is the
// number of junctors that s is under.
func (s settings) additional(n *structural.Schema, depth int) *structural.Schema {
	if s.defaults && depth > 0 {
		return nil
	}
	return n.AdditionalProperties()
}

// closed tells whether there must be no such fields.
func (s settings) closed(n *structural.Schema, depth int) bool {
	return n.DeniesAdditional() && !(s.defaults && depth > 0)
}

// listRule is what a node demands of lists besides their type.
type listRule struct {
	items  check
	length limits
	unique bool
}

// listRule is nil if there is nothing to check.
func (c *Compiler) listRule(s *structural.Schema) *listRule {
	items, length := c.check(s.Items()), itemLimits(s)
	if items.trivial() && length.always() && !s.UniqueItems() {
		return nil
	}
	return &listRule{items: items, length: length, unique: s.UniqueItems()}
}

func (r *listRule) valid(list []any) bool {
	if !r.length.allow(len(list)) || r.unique && !unique(list) {
		return false
	}
	if r.items.trivial() {
		return true
	}
	for _, e := range list {
		if !r.items.valid(e) {
			return false
		}
	}
	return true
}

// limits are what strings, lists and objects may count.
type limits struct{ least, most int64 }

var unlimited = limits{math.MinInt64, math.MaxInt64}

func limitsOf(least int64, hasLeast bool, most int64, hasMost bool) limits {
	l := unlimited
	if hasLeast {
		l.least = least
	}
	if hasMost {
		l.most = most
	}
	return l
}

func itemLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinItems()
	most, hasMost := s.MaxItems()
	return limitsOf(least, hasLeast, most, hasMost)
}

func propertyLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinProperties()
	most, hasMost := s.MaxProperties()
	return limitsOf(least, hasLeast, most, hasMost)
}

func lengthLimits(s *structural.Schema) limits {
	least, hasLeast := s.MinLength()
	most, hasMost := s.MaxLength()
	return limitsOf(least, hasLeast, most, hasMost)
}

func (l limits) allow(n int) bool { return l.least <= int64(n) && int64(n) <= l.most }

// always tells whether every count is within the limits.
func (l limits) always() bool { return l.least <= 0 && l.most == math.MaxInt64 }
