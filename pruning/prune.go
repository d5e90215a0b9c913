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

// Prune returns obj, a whole custom object, without the fields that s does not specify, or
// obj itself without such fields. dropped holds the paths of the dropped fields, not of
// their contents, in the order in which a server reports them: by their text
// (structural.Path.Dotted) in byte order, up to the limit in the package comment.
//
// A nil schema specifies nothing: apiVersion, kind and metadata remain.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning,
// PruneWithOptions with isResourceRoot.
func Prune(ctx context.Context, obj map[string]any, s *structural.Schema) (out map[string]any, dropped []structural.Path, err error) {
	p := objectPruner{work: work.Start(ctx, stage)}
	out, changed := p.object(obj, nodeRules{schema: s, resource: true, preserve: s.PreservesUnknownFields()})
	if dropped, err = p.report(obj, out, changed); err != nil {
		return nil, nil, err
	}
	return out, dropped, nil
}

// Role is the position of a value below the root.
type Role uint8

const (
	// Alone is a value without a parent. A dropped apiVersion, kind or metadata of the
	// value itself is not reported, as in the server.
	Alone Role = iota
	// Field is the value of a field. Everything dropped is reported.
	Field
	// Element is in a list that preserves unknown fields, and preserves them regardless of
	// its schema.
	Element
)

// PruneValue prunes a value below the root: v is a resource only if s is an embedded
// resource.
//
// Rule: the same function without isResourceRoot; [Field] with a ParentPath, [Element] where it
// visits the list.
func PruneValue(ctx context.Context, v any, s *structural.Schema, role Role) (out any, dropped []structural.Path, err error) {
	p := objectPruner{work: work.Start(ctx, stage)}
	out, changed := p.item(v, s, role == Element)
	if dropped, err = p.report(v, out, changed); err != nil {
		return nil, nil, err
	}
	if role == Alone && s != nil {
		dropped = withoutMeta(dropped)
	}
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

// item prunes a list element. In a list that preserves unknown fields it preserves them
// too.
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
