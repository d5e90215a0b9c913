package validation

import "github.com/seed95800270/crdschema/structural"

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
