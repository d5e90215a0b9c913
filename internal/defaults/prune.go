package defaults

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/structural"
)

// PruneFragment returns s, which is not the schema of a whole custom resource, with
// its defaults pruned as those of a property, or s itself if none changes. It returns
// an error if the context is done or its budget is spent.
//
// Rule: as for [Prune].
func PruneFragment(ctx context.Context, s *structural.Schema) (*structural.Schema, error) {
	return prune(ctx, s, location{schema: s})
}

// Prune returns s with its defaults pruned, or s itself if none changes. It returns
// an error if the default of the root is not an object, or if items of the root have
// a default: the server does not serve such a schema. It also returns one if the
// context is done or its budget is spent: the caller shares the context
// (work.Share) and looks at it again.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneDefaults.
func Prune(ctx context.Context, s *structural.Schema) (*structural.Schema, error) {
	return prune(ctx, s, location{kind: rootResource, schema: s})
}

func prune(ctx context.Context, s *structural.Schema, root location) (*structural.Schema, error) {
	p := defaultPruner{ctx: ctx}
	if err := p.node(s, root); err != nil {
		return nil, fmt.Errorf("failed to prune default value: %w", err)
	}
	if !p.changed {
		return s, nil
	}
	next := -1
	return structural.MapDefaults(s, func(func() structural.Path, any) (any, bool) {
		next++
		return p.pruned[next].value, p.pruned[next].changed
	}), nil
}

// defaultPruner walks a schema in the order of structural.MapDefaults. It does not
// identify defaults by their nodes, because a node may be at several paths.
type defaultPruner struct {
	ctx     context.Context
	pruned  []prunedDefault
	changed bool // any of them
}

// prunedDefault is the value of a pruned default, or nil if it is dropped.
type prunedDefault struct {
	value   any
	changed bool
}

func (p *defaultPruner) node(s *structural.Schema, at location) error {
	if !s.Holds(facts.Defaults) {
		return nil
	}
	if s.HasDefault() {
		if err := p.prune(s.Default(), at); err != nil {
			return err
		}
	}
	return p.below(s, at)
}

func (p *defaultPruner) prune(v any, at location) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	pruned, err := at.prune(p.ctx, v)
	if err != nil {
		return err
	}
	var d prunedDefault
	if !structural.Equal(pruned, v) {
		d = prunedDefault{pruned, true}
		p.changed = true
	}
	p.pruned = append(p.pruned, d)
	return nil
}

func (p *defaultPruner) below(s *structural.Schema, at location) error {
	if err := p.node(s.AdditionalProperties(), at.field("*")); err != nil {
		return err
	}
	if err := p.node(s.Items(), at.item()); err != nil {
		return err
	}
	for name, property := range s.Properties() {
		if err := p.node(property, at.field(name)); err != nil {
			return err
		}
	}
	return nil
}
