package stages

import (
	"math"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// cleanValues is the number of values that Clean visits. Texts that fit into etcd have fewer; Go maps
// that hold others more than once may have any number.
const cleanValues = 1 << 20

// Clean reports whether v is normalized, also as a stored value, and decoding it drops nothing from
// it but fields of metadata: structural.Normalize and NormalizeStored, pruning.Prune and
// defaulting.DropNulls all return v. One walk then takes the place of up to four. Clean reports
// false for what takes longer to find out. It repeats what these stages look for; TestClean compares
// them.
func (s *Schema) Clean(v any) bool {
	c := cleaner{left: cleanValues}
	if s.KeepsUnknown {
		return c.plain(v, 0)
	}
	if s.Root == structural.Resource {
		m, ok := v.(map[string]any)
		return ok && c.object(m, cleanNode{s.Structural, s.Structural.PreservesUnknownFields(), true}, 0)
	}
	return c.value(v, s.Structural, s.Root == structural.Element, 0)
}

type cleaner struct{ left int }

// cleanNode is a schema of maps and lists.
type cleanNode struct {
	schema   *structural.Schema
	free     bool // unknown fields are kept
	resource bool // apiVersion, kind and metadata are kept
}

// enter reports whether to look into a map or list of n values.
func (c *cleaner) enter(n, depth int) bool {
	c.left -= n
	return c.left >= 0 && depth < structural.MaxDepth
}

// scalar reports whether v is a scalar that is never converted.
func scalar(v any) bool {
	switch v := v.(type) {
	case string, bool, int64, nil:
		return true
	case float64:
		_, integer := jsontext.StoredInteger(v)
		return !integer && !math.IsNaN(v) && !math.IsInf(v, 0)
	default:
		return false
	}
}

// value reports whether v, not null, is clean. Elements of lists are free if the lists are.
func (c *cleaner) value(v any, s *structural.Schema, free bool, depth int) bool {
	free = free || s.PreservesUnknownFields()
	if free && !s.Holds(facts.Fields) {
		return c.plain(v, depth)
	}
	switch t := v.(type) {
	case map[string]any:
		return c.object(t, cleanNode{s, free, s.EmbeddedResource()}, depth)
	case []any:
		return c.list(t, cleanNode{schema: s, free: free}, depth)
	default:
		return scalar(v)
	}
}

func (c *cleaner) object(m map[string]any, n cleanNode, depth int) bool {
	if m == nil || !c.enter(len(m), depth) {
		return false
	}
	for k, v := range m {
		s, source := n.schema.Field(k)
		switch {
		case n.resource && names.IsMeta(k):
			if v == nil && s != nil || !c.value(v, s, true, depth+1) {
				return false
			}
		case source == structural.Undeclared:
			if !n.free || !c.plain(v, depth+1) {
				return false
			}
		case v == nil:
			if s != nil && !s.Nullable() && !s.HasDefault() {
				return false
			}
		case !scalar(v) && !c.value(v, s, false, depth+1):
			return false
		}
	}
	return true
}

func (c *cleaner) list(l []any, n cleanNode, depth int) bool {
	if l == nil || !c.enter(len(l), depth) {
		return false
	}
	items := n.schema.Items()
	for _, v := range l {
		if !scalar(v) && !c.value(v, items, n.free, depth+1) {
			return false
		}
	}
	return true
}

// plain reports whether v, from which nothing is dropped, is normalized.
func (c *cleaner) plain(v any, depth int) bool {
	switch t := v.(type) {
	case map[string]any:
		if t == nil || !c.enter(len(t), depth) {
			return false
		}
		for _, e := range t {
			if !scalar(e) && !c.plain(e, depth+1) {
				return false
			}
		}
		return true
	case []any:
		if t == nil || !c.enter(len(t), depth) {
			return false
		}
		for _, e := range t {
			if !scalar(e) && !c.plain(e, depth+1) {
				return false
			}
		}
		return true
	default:
		return scalar(v)
	}
}
