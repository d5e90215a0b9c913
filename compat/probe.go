package compat

import (
	"context"
	"slices"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/structural"
)

// scope is how much of the old schema a probe keeps around its node.
type scope int

const (
	// narrow keeps required fields only, and no rules and branches above the node.
	narrow scope = iota
	// whole keeps everything.
	whole
)

// probe makes objects of an edited old schema, changes them, and judges them.
func (s *searcher) probe(ctx context.Context, c *change, p probe, around scope, f *found) error {
	steps := c.steps
	if p.above && len(steps) > 0 {
		steps = steps[:len(steps)-1]
	}
	f.try(p.about)
	v, err := s.edited(ctx, steps, p.edit, around)
	if err != nil || v == nil {
		return failure(ctx, err)
	}
	for seed := range 3 {
		g := generate.New(v, generate.WithSeed(uint64(seed)), generate.WithAttempts(40))
		obj, err := g.Valid(ctx, seed*(seed-1))
		if unsatisfied(err) != nil {
			if seed == 0 {
				continue
			}
			return nil
		}
		if err != nil {
			return failure(ctx, err)
		}
		obj = structural.Clone(obj)
		changeValue(obj, c, p)
		if err := s.judge(ctx, c, obj, f); err != nil || f.enough(c, s.attempts) {
			return err
		}
	}
	return nil
}

// changeValue applies the last step of a probe.
func changeValue(obj map[string]any, c *change, p probe) {
	switch {
	case p.above && p.after == nil:
		if len(c.steps) > 0 {
			editValue(obj, c.steps, func(any) any { return nil })
		}
	case p.above:
		editValue(obj, c.steps[:max(len(c.steps)-1, 0)], p.after)
	case p.after != nil:
		editValue(obj, c.steps, p.after)
	}
}

// editValue changes the first value at steps. nil removes a field, and nullValue is null.
func editValue(v any, steps []string, edit func(any) any) any {
	if len(steps) == 0 {
		return edit(v)
	}
	switch v := v.(type) {
	case map[string]any:
		name := steps[0]
		if name == entry {
			name = firstName(v)
		}
		inner, there := v[name]
		if !there && len(steps) > 1 {
			return v
		}
		switch out := editValue(inner, steps[1:], edit).(type) {
		case nil:
			delete(v, name)
		case nullValue:
			v[name] = nil
		default:
			v[name] = out
		}
		return v
	case []any:
		if len(v) > 0 {
			v[0] = editValue(v[0], steps[1:], edit)
			if _, null := v[0].(nullValue); null {
				v[0] = nil
			}
		}
		return v
	default:
		return v
	}
}

func firstName(m map[string]any) string {
	first, any := "", false
	for k := range m {
		if !any || k < first {
			first, any = k, true
		}
	}
	if !any {
		return "a"
	}
	return first
}

// edited compiles the old schema with an edit of the node at steps. Every generated object has the node.
func (s *searcher) edited(ctx context.Context, steps []string, edit func(map[string]any), around scope) (*crdschema.Version, error) {
	schema := s.old.Schema().Map()
	if schema == nil {
		schema = map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}
	}
	node := schema
	for _, step := range steps {
		inner := demand(node, step, around)
		if inner == nil {
			return nil, nil
		}
		node = inner
	}
	if edit != nil {
		edit(node)
	}
	d, err := s.compiler.Compile(ctx, s.wrap(schema))
	if err != nil {
		return nil, failure(ctx, err)
	}
	v, _ := d.Version(s.old.Name())
	return v, nil
}

// demand makes values of a node have the next step, and returns its schema.
func demand(node map[string]any, step string, around scope) map[string]any {
	if around == narrow {
		for _, k := range []string{"x-kubernetes-validations", "allOf", "anyOf", "oneOf", "not"} {
			delete(node, k)
		}
	}
	switch step {
	case item:
		atLeast("minItems")(node)
		inner, _ := node["items"].(map[string]any)
		return inner
	case entry:
		atLeast("minProperties")(node)
		inner, _ := node["additionalProperties"].(map[string]any)
		return inner
	}
	properties, _ := node["properties"].(map[string]any)
	inner, _ := properties[step].(map[string]any)
	if inner == nil {
		inner, _ = node["additionalProperties"].(map[string]any)
		return inner
	}
	required, _ := node["required"].([]any)
	if around == narrow {
		for name := range properties {
			if name != step && !slices.Contains(required, any(name)) {
				delete(properties, name)
			}
		}
	}
	if !slices.Contains(required, any(step)) {
		node["required"] = append(slices.Clone(required), step)
	}
	return inner
}

// wrap returns a CRD of the old names with one schema and without subresources.
func (s *searcher) wrap(schema map[string]any) map[string]any {
	d := s.old.Definition()
	names := d.Names()
	scope := "Cluster"
	if namespaced(s.old) {
		scope = "Namespaced"
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": d.Name()},
		"spec": map[string]any{
			"group": d.Group(), "scope": scope, "preserveUnknownFields": d.PreservesUnknownFields(),
			"names": map[string]any{"plural": names.Plural, "kind": d.Kind(), "singular": names.Singular, "listKind": names.ListKind},
			"versions": []any{map[string]any{"name": s.old.Name(), "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": schema}}},
		},
	}
}
