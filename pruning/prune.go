package pruning

import (
	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/structural"
)

// Prune drops from obj, a whole custom object, what s does not specify. It
// returns obj itself if nothing was dropped. dropped holds the path of every
// dropped field, not of what was inside of it, in the order in which a server
// reports them: by their text (structural.Path.Dotted) in byte order.
//
// A nil schema specifies nothing: apiVersion, kind and metadata remain.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning,
// PruneWithOptions with isResourceRoot.
func Prune(obj map[string]any, s *structural.Schema) (out map[string]any, dropped []structural.Path) {
	var p pruner
	out, _ = p.object(obj, node{schema: s, resource: true, preserve: s.PreservesUnknownFields()}, 0)
	return out, p.sorted()
}

// PruneValue is like [Prune] for a value of any kind below the root, for
// example a default: v is a resource only if s says so. A dropped apiVersion,
// kind or metadata of v itself is not reported, as a server has it.
//
// Rule: the same function without isResourceRoot.
func PruneValue(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	var p pruner
	out, _ = p.value(v, s, 0)
	return out, p.sorted()
}

// pruner walks one value. It is told of dropped fields and of nothing else.
type pruner struct{ droppings }

// node is a schema in the light of where it stands.
type node struct {
	schema   *structural.Schema
	resource bool // apiVersion, kind and metadata are not for us
	preserve bool // unknown fields stay
}

func (p *pruner) value(v any, s *structural.Schema, depth int) (any, bool) {
	preserve := s.PreservesUnknownFields()
	if preserve && !s.HoldsFields() {
		return v, false
	}
	return p.enter(v, node{schema: s, resource: s.EmbeddedResource(), preserve: preserve}, depth)
}

func (p *pruner) enter(v any, n node, depth int) (any, bool) {
	switch t := v.(type) {
	case map[string]any:
		if out, changed := p.object(t, n, depth); changed {
			return out, true
		}
	case []any:
		if out, changed := p.list(t, n, depth); changed {
			return out, true
		}
	}
	return v, false
}

func (p *pruner) object(m map[string]any, n node, depth int) (map[string]any, bool) {
	out := cow.OfMap(m)
	for k, v := range m {
		if n.resource && isMeta(k) {
			continue
		}
		s, by := n.schema.Field(k)
		if by == structural.Undeclared {
			if !n.preserve {
				out.Delete(k)
				p.drop(k, n, depth)
			}
			continue
		}
		if isScalar(v) {
			continue
		}
		before := len(p.paths)
		if pruned, changed := p.value(v, s, depth+1); changed {
			out.Set(k, pruned)
			p.below(before, structural.Field(k))
		}
	}
	return out.Result()
}

func (p *pruner) list(l []any, n node, depth int) ([]any, bool) {
	items := n.schema.Items()
	if n.preserve && items == nil {
		return l, false
	}
	out := cow.OfList(l)
	for i, v := range l {
		if isScalar(v) {
			continue
		}
		before := len(p.paths)
		pruned, changed := p.item(v, items, n.preserve, depth+1)
		if changed {
			out.Set(i, pruned)
			p.below(before, structural.Index(i))
		}
	}
	return out.Result()
}

// item prunes a list element. Elements of a preserving list go on preserving,
// whatever their own schema says.
func (p *pruner) item(v any, s *structural.Schema, preserve bool, depth int) (any, bool) {
	if preserve {
		return p.enter(v, node{schema: s, resource: s.EmbeddedResource(), preserve: true}, depth)
	}
	return p.value(v, s, depth)
}

// isScalar spares most values the look at their schema, which is rarely in the
// processor's cache.
func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	default:
		return true
	}
}

func isMeta(field string) bool {
	return field == "apiVersion" || field == "kind" || field == "metadata"
}
