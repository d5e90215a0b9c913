package defaults

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/facts"
	"github.com/seed95800270/crdschema/structural"
)

// Prune is s with its defaults pruned; s itself if that changes none. The error
// says that the root, or its items, have a default, which then is no object: a
// server does not serve such a schema.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting,
// PruneDefaults.
func Prune(s *structural.Schema) (*structural.Schema, error) {
	var p pruner
	if err := p.node(s, spot{standing: root, schema: s}); err != nil {
		return nil, fmt.Errorf("failed to prune default value: %w", err)
	}
	if !p.changed {
		return s, nil
	}
	next := -1
	return structural.MapDefaults(s, func(structural.Place, any) (any, bool) {
		next++
		return p.outcomes[next].value, p.outcomes[next].changed
	}), nil
}

// pruner walks a schema in the order of structural.MapDefaults. It does not know
// defaults by their nodes: equal nodes in different places may be one.
type pruner struct {
	outcomes []outcome
	changed  bool // any of them
}

// outcome is what a default becomes, nil if it is dropped.
type outcome struct {
	value   any
	changed bool
}

func (p *pruner) node(s *structural.Schema, at spot) error {
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

func (p *pruner) prune(v any, at spot) error {
	pruned, err := at.prune(v)
	if err != nil {
		return err
	}
	o := outcome{}
	if !structural.Equal(pruned, v) {
		o = outcome{pruned, true}
		p.changed = true
	}
	p.outcomes = append(p.outcomes, o)
	return nil
}

func (p *pruner) below(s *structural.Schema, at spot) error {
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
