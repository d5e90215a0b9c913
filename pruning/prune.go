package pruning

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/internal/field"
	"github.com/seed95800270/crdschema/internal/pathset"
	"github.com/seed95800270/crdschema/structural"
)

// Prune drops from obj, a whole custom object, what s does not specify. It
// returns obj itself if nothing was dropped. dropped holds the path of every
// dropped field, not of what was inside of it, in the order in which a server
// reports them: by their text (structural.Path.Dotted) in byte order. It ends
// at the bound that the package comment names.
//
// A nil schema specifies nothing: apiVersion, kind and metadata remain.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning,
// PruneWithOptions with isResourceRoot.
func Prune(obj map[string]any, s *structural.Schema) (out map[string]any, dropped []structural.Path) {
	var p pruner
	out, _ = p.object(obj, node{schema: s, resource: true, preserve: s.PreservesUnknownFields()})
	return out, sorted(p.dropped.Paths())
}

// PruneValue is like [Prune] for a value of any kind below the root, for
// example a default: v is a resource only if s says so. A dropped apiVersion,
// kind or metadata of v itself is not reported, as a server has it.
//
// Rule: the same function without isResourceRoot.
func PruneValue(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	var p pruner
	out, _ = p.value(v, s)
	dropped = p.dropped.Paths()
	if s != nil {
		dropped = withoutMeta(dropped)
	}
	return out, sorted(dropped)
}

// PruneElement is like [PruneValue] for an element of a list that preserves
// unknown fields, of which s is the items schema: v preserves them, too,
// whatever s says.
//
// Rule: the same function, where it goes through the list.
func PruneElement(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	var p pruner
	out, _ = p.item(v, s, true)
	return out, sorted(p.dropped.Paths())
}

// pruner walks one value. It remembers dropped fields and nothing else.
type pruner struct{ dropped pathset.Set }

// node is a schema in the light of where it stands.
type node struct {
	schema   *structural.Schema
	resource bool // apiVersion, kind and metadata are not for us
	preserve bool // unknown fields stay
}

func (p *pruner) value(v any, s *structural.Schema) (any, bool) {
	preserve := s.PreservesUnknownFields()
	if preserve && !s.Holds(facts.Fields) {
		return v, false
	}
	return p.enter(v, node{schema: s, resource: s.EmbeddedResource(), preserve: preserve})
}

func (p *pruner) enter(v any, n node) (any, bool) {
	switch t := v.(type) {
	case map[string]any:
		if out, changed := p.object(t, n); changed {
			return out, true
		}
	case []any:
		if out, changed := p.list(t, n); changed {
			return out, true
		}
	}
	return v, false
}

func (p *pruner) object(m map[string]any, n node) (map[string]any, bool) {
	out := cow.OfMap(m)
	for k, v := range m {
		if n.resource && field.IsMeta(k) {
			continue
		}
		s, by := n.schema.Field(k)
		if by == structural.Undeclared {
			if !n.preserve {
				out.Delete(k)
				p.dropped.Add(structural.Field(k))
			}
			continue
		}
		if isScalar(v) {
			continue
		}
		mark := p.dropped.Mark()
		if pruned, changed := p.value(v, s); changed {
			out.Set(k, pruned)
			p.dropped.Below(mark, structural.Field(k))
		}
	}
	return out.Result()
}

func (p *pruner) list(l []any, n node) ([]any, bool) {
	items := n.schema.Items()
	if n.preserve && items == nil {
		return l, false
	}
	out := cow.OfList(l)
	for i, v := range l {
		if isScalar(v) {
			continue
		}
		mark := p.dropped.Mark()
		pruned, changed := p.item(v, items, n.preserve)
		if changed {
			out.Set(i, pruned)
			p.dropped.Below(mark, structural.Index(i))
		}
	}
	return out.Result()
}

// item prunes a list element. Elements of a preserving list go on preserving,
// whatever their own schema says.
func (p *pruner) item(v any, s *structural.Schema, preserve bool) (any, bool) {
	if preserve {
		return p.enter(v, node{schema: s, resource: s.EmbeddedResource(), preserve: true})
	}
	return p.value(v, s)
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

// sorted sorts paths in place as a server does, by text. Each text is printed
// once: all of them together are bounded, but one may be as long as the object.
func sorted(paths []structural.Path) []structural.Path {
	if len(paths) < 2 {
		return paths
	}
	type printed struct {
		path structural.Path
		text string
	}
	all := make([]printed, len(paths))
	for i, path := range paths {
		all[i] = printed{path, path.Dotted()}
	}
	slices.SortFunc(all, func(a, b printed) int {
		return cmp.Or(strings.Compare(a.text, b.text), a.path.Compare(b.path))
	})
	for i := range all {
		paths[i] = all[i].path
	}
	return paths
}

// withoutMeta leaves out apiVersion, kind and metadata at the very top: they
// are not for a schema to specify, and go unreported.
func withoutMeta(paths []structural.Path) []structural.Path {
	left := slices.DeleteFunc(paths, func(p structural.Path) bool {
		return len(p) == 1 && field.IsMeta(p[0].Name())
	})
	if len(left) == 0 {
		return nil
	}
	return left
}
