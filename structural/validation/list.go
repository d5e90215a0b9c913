package validation

import "github.com/seed95800270/crdschema/structural"

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
