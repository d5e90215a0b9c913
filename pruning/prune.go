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

// Prune returns obj, a whole custom object, without the fields that s does not
// specify, or obj itself if there are none. dropped holds the paths of the dropped
// fields, not of their contents, in the order in which a server reports them: by
// their text (structural.Path.Dotted) in byte order. It ends at the limit that the
// package comment states.
//
// A nil schema specifies nothing: apiVersion, kind and metadata remain.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning,
// PruneWithOptions with isResourceRoot.
func Prune(obj map[string]any, s *structural.Schema) (out map[string]any, dropped []structural.Path) {
	var p objectPruner
	out, _ = p.object(obj, nodeRules{schema: s, resource: true, preserve: s.PreservesUnknownFields()})
	return out, sortByText(p.dropped.Paths())
}

// PruneValue returns what [Prune] returns, for a value of any kind below the root,
// for example a default: v is a resource only if s is an embedded resource. As in
// the server, a dropped apiVersion, kind or metadata of v itself is not reported.
//
// Rule: the same function without isResourceRoot.
func PruneValue(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	out, dropped = PruneField(v, s)
	if s != nil {
		dropped = withoutMeta(dropped)
	}
	return out, dropped
}

// PruneField returns what [PruneValue] returns, for the value of a field: a dropped
// apiVersion, kind or metadata of v itself is reported like any other field.
//
// Rule: the same function with a ParentPath.
func PruneField(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	var p objectPruner
	out, _ = p.value(v, s)
	return out, sortByText(p.dropped.Paths())
}

// PruneElement returns what [PruneValue] returns, for an element of a list that
// preserves unknown fields and has the items schema s: v preserves them, too,
// regardless of s.
//
// Rule: the same function, where it visits the list.
func PruneElement(v any, s *structural.Schema) (out any, dropped []structural.Path) {
	var p objectPruner
	out, _ = p.item(v, s, true)
	return out, sortByText(p.dropped.Paths())
}

// objectPruner walks one value and collects dropped fields.
type objectPruner struct{ dropped pathset.Set }

// nodeRules holds a schema and the rules that depend on where it is used.
type nodeRules struct {
	schema   *structural.Schema
	resource bool // apiVersion, kind and metadata are not pruned
	preserve bool // unknown fields are kept
}

func (p *objectPruner) value(v any, s *structural.Schema) (any, bool) {
	preserve := s.PreservesUnknownFields()
	if preserve && !s.Holds(facts.Fields) {
		return v, false
	}
	return p.enter(v, nodeRules{schema: s, resource: s.EmbeddedResource(), preserve: preserve})
}

func (p *objectPruner) enter(v any, n nodeRules) (any, bool) {
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

func (p *objectPruner) object(m map[string]any, n nodeRules) (map[string]any, bool) {
	out := cow.OfMap(m)
	for k, v := range m {
		if n.resource && field.IsMeta(k) {
			continue
		}
		s, source := n.schema.Field(k)
		if source == structural.Undeclared {
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

func (p *objectPruner) list(l []any, n nodeRules) ([]any, bool) {
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

// item prunes a list element. Elements of a list that preserves unknown fields
// preserve them, too, regardless of their own schema.
func (p *objectPruner) item(v any, s *structural.Schema, preserve bool) (any, bool) {
	if preserve {
		return p.enter(v, nodeRules{schema: s, resource: s.EmbeddedResource(), preserve: true})
	}
	return p.value(v, s)
}

// isScalar reports whether v is neither an object nor a list. Most values are
// scalars; not reading their schemas, which are rarely in the processor's cache,
// saves time.
func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	default:
		return true
	}
}

// sortByText sorts paths in place as a server does, by text, and returns them. Each
// text is printed once: all of them together are bounded, but one may be as long as
// the object.
func sortByText(paths []structural.Path) []structural.Path {
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

// withoutMeta returns paths without apiVersion, kind and metadata of the root, which
// no schema specifies and the server does not report.
func withoutMeta(paths []structural.Path) []structural.Path {
	left := slices.DeleteFunc(paths, func(p structural.Path) bool {
		return len(p) == 1 && field.IsMeta(p[0].Name())
	})
	if len(left) == 0 {
		return nil
	}
	return left
}
