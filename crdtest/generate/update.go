package generate

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/solve"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// ValidUpdate returns object i with which a server accepts an update of old, a stored object
// of the version as [crdschema.Definition.Read] returns it. Transition rules hold. An old object
// without a resourceVersion gets "1", and one without a namespace "default" if the kind has
// namespaces, as every stored object has them. The object differs from old unless every
// difference that was tried breaks a rule.
//
// The error is an [*UnsatisfiedError], or the context's or the budget's
// (structural.ErrTooMuchWork).
func (g *Generator) ValidUpdate(ctx context.Context, old map[string]any, i int) (map[string]any, error) {
	old = g.asStored(old)
	draft := func(d *generate.Generator, _ int) (*candidate, error) {
		c := &candidate{op: crdschema.Update, old: old, obj: structural.Clone(old)}
		n := g.nodes[d.Below(len(g.nodes))]
		if len(n.steps) > 0 && !g.ofStatus(n.steps) {
			p, _ := find(solve.Root(c.obj, g.schema), n.steps)
			p.Redraft(d)
		}
		return c, nil
	}
	c, err := g.search(ctx, "update", i, aim{}, draft)
	if err != nil {
		return nil, err
	}
	return c.obj, nil
}

// asStored returns a copy of an object with a resourceVersion and, for a namespaced kind, a
// namespace, which every stored object has.
func (g *Generator) asStored(obj map[string]any) map[string]any {
	out := structural.Clone(obj)
	meta, ok := out["metadata"].(map[string]any)
	if !ok {
		return out
	}
	if meta["resourceVersion"] == nil {
		meta["resourceVersion"] = "1"
	}
	if meta["namespace"] == nil && g.version.Definition().Scope() == objectmeta.Namespaced {
		meta["namespace"] = "default"
	}
	return out
}
