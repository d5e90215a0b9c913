package schemacheck

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/facts"
)

// PruneDefaults returns s with its defaults pruned, or s itself if none changes. It returns
// an error if the default of a resource is not an object, or if items of a resource have a
// default: the server does not serve such a schema. The caller shares the context
// (work.Share) and checks it again.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, PruneDefaults.
func PruneDefaults(ctx context.Context, s *structural.Schema, root structural.Root) (*structural.Schema, error) {
	p := defaultPruner{ctx: ctx}
	at := location{schema: s}
	if root == structural.Resource {
		at.kind = rootResource
	}
	p.node(s, at)
	w := work.Start(ctx, "pruning")
	out := structural.MapDefaults(s, func(_ func() structural.Path, v any) (any, bool) {
		if !w.Step(1) {
			return nil, false
		}
		return p.prune(v)
	})
	if p.err == nil {
		p.err = w.Err()
	}
	if p.err != nil {
		return nil, fmt.Errorf("failed to prune default value: %w", p.err)
	}
	return out, nil
}

// defaultPruner works in the order of structural.MapDefaults. It does not identify defaults
// by their nodes, because a node may be at several paths.
type defaultPruner struct {
	ctx       context.Context
	locations []location // of the remaining defaults
	err       error
}

// prune returns the pruned next default, or nil if it is dropped, and whether it differs.
func (p *defaultPruner) prune(v any) (pruned any, changed bool) {
	at := p.locations[0]
	p.locations = p.locations[1:]
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	if p.err == nil {
		pruned, p.err = at.prune(p.ctx, v)
	}
	return pruned, p.err == nil && !structural.Equal(pruned, v)
}

func (p *defaultPruner) node(s *structural.Schema, at location) {
	if !s.Holds(facts.Defaults) {
		return
	}
	if s.HasDefault() {
		p.locations = append(p.locations, at)
	}
	p.node(s.AdditionalProperties(), at.field("*"))
	p.node(s.Items(), at.item())
	for name, property := range s.Properties() {
		p.node(property, at.field(name))
	}
}
