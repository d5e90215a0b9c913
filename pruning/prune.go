package pruning

import (
	"context"

	"github.com/seed95800270/crdschema/internal/cow"
	"github.com/seed95800270/crdschema/internal/names"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

const stage = "pruning"

// Prune returns v without the fields that s does not specify, or v itself without such
// fields. dropped holds the paths of the dropped fields, not of their contents, in the order
// in which a server reports them: by their text (structural.Path.Dotted) in byte order, up
// to the limit in the package comment.
//
// The root is
//
//   - a structural.Resource: apiVersion, kind and metadata remain;
//   - a structural.Value: a resource only if s is an embedded one. A dropped apiVersion, kind
//     or metadata of v itself is not reported, as in the server;
//   - a structural.Property: a value with everything dropped reported;
//   - a structural.Element: a property that preserves unknown fields regardless of s.
//
// A nil schema specifies nothing.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning, PruneWithOptions: for a
// resource with isResourceRoot, for a property with a ParentPath, for an element where it
// visits the list.
func Prune[T any](ctx context.Context, v T, s *structural.Schema, root structural.Root) (out T, dropped []structural.Path, err error) {
	var w work.Tracker
	p := objectPruner{work: w.Start(ctx, stage)}
	pruned, changed := p.root(v, s, root)
	if dropped, err = p.report(v, pruned, changed); err != nil {
		return out, nil, err
	}
	if root == structural.Value && s != nil {
		dropped = withoutMeta(dropped)
	}
	out, _ = pruned.(T)
	return out, dropped, nil
}

type objectPruner struct{ work *work.Tracker }

type nodeRules struct {
	schema   *structural.Schema
	resource bool // apiVersion, kind and metadata are not pruned
	preserve bool // unknown fields are kept
}

func (n nodeRules) keeps(k string) bool {
	_, source := n.schema.Field(k)
	return source != structural.Undeclared || n.preserve || n.resource && names.IsMeta(k)
}

func (p *objectPruner) root(v any, s *structural.Schema, root structural.Root) (any, bool) {
	if root == structural.Resource {
		return p.enter(v, nodeRules{schema: s, resource: true, preserve: s.PreservesUnknownFields()})
	}
	return p.item(v, s, root == structural.Element)
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
	if !p.work.Enter() {
		return m, false
	}
	dropped := 0
	for k, v := range m {
		if !p.work.Step(1) {
			break
		}
		if n.resource && names.IsMeta(k) {
			continue
		}
		s, source := n.schema.Field(k)
		if source == structural.Undeclared {
			if !n.preserve {
				dropped++
			}
			continue
		}
		if isScalar(v) {
			continue
		}
		if pruned, changed := p.value(v, s); changed {
			out.Set(k, pruned)
		}
		if p.work.Failed() {
			p.work.In(structural.Field(k))
		}
	}
	p.work.Leave()
	if dropped > 0 {
		out.Keep(len(m)-dropped, n.keeps)
	}
	return out.Result()
}

func (p *objectPruner) list(l []any, n nodeRules) ([]any, bool) {
	items := n.schema.Items()
	if n.preserve && items == nil {
		return l, false
	}
	out := cow.OfList(l)
	if !p.work.Enter() {
		return l, false
	}
	for i, v := range l {
		if !p.work.Step(1) {
			break
		}
		if isScalar(v) {
			continue
		}
		if pruned, changed := p.item(v, items, n.preserve); changed {
			out.Set(i, pruned)
		}
		if p.work.Failed() {
			p.work.In(structural.Index(i))
		}
	}
	p.work.Leave()
	return out.Result()
}

func (p *objectPruner) item(v any, s *structural.Schema, preserve bool) (any, bool) {
	if preserve {
		return p.enter(v, nodeRules{schema: s, resource: s.EmbeddedResource(), preserve: true})
	}
	return p.value(v, s)
}

// isScalar reports whether v is neither an object nor a list. Not reading the schemas of
// scalars, rarely in the processor's cache, saves time.
func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	default:
		return true
	}
}
