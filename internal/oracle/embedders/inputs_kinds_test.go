package embedders

import (
	"maps"
	"sync"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// generatedRequests returns n objects of generated kinds, ten of each.
func generatedRequests(n int) requests {
	kinds := parity.Generated(max(1, n/10), func(seed uint64) *kind { return generatedKinds(seed) })
	return parity.Times(kinds, 10, func(seed uint64, k *kind) request {
		return request{kind: k, object: k.named(objectOf(k.schema, seed))}
	})
}

// generatedKinds returns the kind of a seed. Every project gets the same kinds, which
// are compiled once.
var generatedKinds = func() func(uint64) *kind {
	var known sync.Map
	return func(seed uint64) *kind {
		made, _ := known.LoadOrStore(seed, sync.OnceValue(func() *kind { return generatedKind(seed) }))
		return made.(func() *kind)()
	}
}()

func generatedKind(seed uint64) *kind {
	opts := []generate.Option{generate.WithStatusCompatible(), generate.WithDemandingRules()}
	if seed%5 == 0 { // as an old server has stored them
		opts = append(opts, generate.WithUnprunedDefaults())
	}
	g := generate.New(seed, opts...)
	for {
		if k, ok := newKind(generate.CRD(g.Schema(generate.Valid), subresources(seed)...), generate.Version); ok {
			return k
		}
	}
}

// subresources returns the options of a generated definition.
func subresources(seed uint64) []generate.DefinitionOption {
	return [][]generate.DefinitionOption{nil, {generate.WithStatus()}, {generate.WithStatus(), generate.WithScale()}}[seed%3]
}

func objectOf(schema map[string]any, seed uint64) map[string]any {
	g := generate.New(seed)
	switch seed % 3 {
	case 0:
		return g.Undefault(g.Object(schema, generate.Valid), schema)
	case 1:
		return g.Object(schema, generate.Nearly)
	default:
		return g.Object(schema, generate.Valid)
	}
}

// named returns obj as an object of k with a name and, if there must be one, a
// namespace.
func (k *kind) named(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	out["apiVersion"], out["kind"] = k.definition.Group()+"/"+k.version.Name(), k.definition.Kind()
	meta, _ := obj["metadata"].(map[string]any)
	if meta = maps.Clone(meta); meta == nil {
		meta = map[string]any{}
	}
	if name, _ := meta["name"].(string); name == "" {
		meta["name"] = "some"
	}
	for _, name := range []string{"generateName", "namespace", "resourceVersion", "uid"} {
		delete(meta, name)
	}
	if k.definition.Scope() == objectmeta.Namespaced {
		meta["namespace"] = upstream.Namespace
	}
	out["metadata"] = meta
	return out
}
