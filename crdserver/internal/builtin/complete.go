package builtin

import "maps"

// show returns an object as clients see it: without the generation that only custom resources have.
func (r *Resource) show(obj map[string]any) map[string]any {
	meta := object(obj, "metadata")
	if r.behavior.generation() || meta["generation"] == nil {
		return obj
	}
	out, meta := maps.Clone(obj), maps.Clone(meta)
	delete(meta, "generation")
	out["metadata"] = meta
	return out
}

// complete gives an object what its strategy sets.
func (r *Resource) complete(obj map[string]any) map[string]any {
	if obj["kind"] != r.Definition.Definition.Kind() {
		return obj
	}
	obj, _ = r.behavior.withStringData(obj) // of a patch
	out := maps.Clone(r.show(obj))
	out["metadata"] = named(object(out, "metadata"))
	for name, value := range r.behavior.status() {
		state := maps.Clone(object(out, "status"))
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

// see returns an object as webhooks see it: as clients do, with its own name.
func (r *Resource) see(obj map[string]any) map[string]any {
	obj, _ = r.behavior.withStringData(obj) // of a patch
	out := maps.Clone(r.show(obj))
	out["metadata"] = named(object(out, "metadata"))
	return out
}
