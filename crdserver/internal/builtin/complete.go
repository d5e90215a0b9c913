package builtin

import (
	"maps"

	"github.com/seed95800270/crdschema/crdserver/internal/untyped"
	"github.com/seed95800270/crdschema/structural"
)

// show returns an object as clients see it: without the generation that only custom resources have.
func (r *Resource) show(obj map[string]any) map[string]any {
	meta := untyped.Object(obj, "metadata")
	if r.behavior.generation() || meta["generation"] == nil {
		return obj
	}
	out, meta := maps.Clone(obj), maps.Clone(meta)
	delete(meta, "generation")
	out["metadata"] = meta
	return out
}

// complete gives an object what its strategy sets.
func (r *Resource) complete(obj, old map[string]any) map[string]any {
	if obj["kind"] != r.Definition.Definition.Kind() {
		return obj
	}
	obj, _ = r.behavior.withStringData(obj) // of a patch
	out := maps.Clone(r.show(obj))
	out["metadata"] = r.behavior.annotated(named(untyped.Object(out, "metadata")), untyped.Object(old, "metadata"))
	for name, value := range r.behavior.status() {
		state := maps.Clone(untyped.Object(out, "status"))
		if state == nil {
			state = map[string]any{}
		}
		if state[name] == nil {
			state[name] = value
		}
		out["status"] = state
	}
	return out
}

// annotated returns the metadata of a changed object. A change of annotations is a new generation of some resources.
//
// Rule: k8s.io/kubernetes/pkg/registry/apps/deployment, deploymentStrategy.PrepareForUpdate.
func (b behavior) annotated(cur, old map[string]any) map[string]any {
	generation, isNumber := old["generation"].(int64)
	if b != "deployments.apps" || !isNumber || cur["generation"] != generation || structural.Equal(untyped.Object(cur, "annotations"), untyped.Object(old, "annotations")) {
		return cur
	}
	out := maps.Clone(cur)
	out["generation"] = generation + 1
	return out
}

// see returns an object as webhooks see it: as clients do, with its own name.
func (r *Resource) see(obj map[string]any) map[string]any {
	obj, _ = r.behavior.withStringData(obj) // of a patch
	out := maps.Clone(r.show(obj))
	out["metadata"] = named(untyped.Object(out, "metadata"))
	return out
}
