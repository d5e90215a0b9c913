package embedders

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// varied returns n requests for each: some with the object unchanged, most with a
// changed one; half of them replace another object.
func varied(in requests, n int) requests {
	return parity.Times(in, n, func(seed uint64, r request) request {
		whole := r.object
		r.object = r.kind.identified(changed(seed, whole), whole)
		if seed%2 == 0 {
			return r.replacing(r.kind.identified(changed(seed/2, whole), whole))
		}
		return r
	})
}

// changed returns an object with a change that a step of a server is about.
func changed(seed uint64, obj map[string]any) map[string]any {
	r := parity.Rand(seed)
	switch seed % 7 {
	case 0:
		return obj
	case 1:
		return edit(r, obj, func(m map[string]any, name string) { m[name] = nil })
	case 2:
		return edit(r, obj, func(m map[string]any, _ string) { m["unheardOf"] = "x" })
	case 3:
		return edit(r, obj, func(m map[string]any, name string) { m[name] = repeated(m[name]) })
	case 4:
		return edit(r, obj, func(m map[string]any, name string) { delete(m, name) })
	default:
		return generate.New(seed).Mutate(obj, 1+int(seed%4)).(map[string]any)
	}
}

// edit returns a copy of obj in which do has changed one to three random fields
// outside of metadata.
func edit(r *rand.Rand, obj map[string]any, do func(m map[string]any, name string)) map[string]any {
	out := upstream.Copy(obj)
	for range 1 + r.IntN(3) {
		m := out
		for {
			names := slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(name string) bool {
				return name == "metadata" || name == "apiVersion" || name == "kind"
			})
			if len(names) == 0 {
				break
			}
			name := names[r.IntN(len(names))]
			inner, isMap := within(r, m[name]).(map[string]any)
			if !isMap || r.IntN(4) == 0 {
				do(m, name)
				break
			}
			m = inner
		}
	}
	return out
}

// within returns a random element of a list, and any other value itself.
func within(r *rand.Rand, v any) any {
	if list, ok := v.([]any); ok && len(list) > 0 {
		return list[r.IntN(len(list))]
	}
	return v
}

// repeated returns a list with its first element twice, and any other value itself.
func repeated(v any) any {
	if list, ok := v.([]any); ok && len(list) > 0 {
		return append(slices.Clone(list), list[0])
	}
	return v
}

// identified returns obj with the type, name and namespace of another object.
func (k *kind) identified(obj, of map[string]any) map[string]any {
	meta, isMap := obj["metadata"].(map[string]any)
	if !isMap {
		meta = of["metadata"].(map[string]any)
	}
	out := maps.Clone(obj)
	out["metadata"] = meta
	out = k.named(out)
	out["metadata"].(map[string]any)["name"] = of["metadata"].(map[string]any)["name"]
	return out
}

// replacing returns r as an update of an object that was stored before. It returns r
// itself if the object could not have been stored.
func (r request) replacing(whole map[string]any) request {
	stored := r.kind.pruned.Decode(whole, upstream.Storage)
	if stored.Error != "" || !upstream.ManagedFieldsReadable(stored.Object) {
		return r
	}
	meta := stored.Object["metadata"].(map[string]any)
	meta["uid"], meta["resourceVersion"], meta["generation"] = "6b3b5b5e-0000-4000-8000-000000000000", "7", int64(3)
	meta["creationTimestamp"] = "2024-01-02T03:04:05Z"
	r.stored = upstream.Written(stored.Object)
	r.old, _ = r.kind.pruned.Default(r.stored).(map[string]any)
	r.object = maps.Clone(r.object)
	of := maps.Clone(r.object["metadata"].(map[string]any))
	for _, name := range []string{"uid", "resourceVersion", "generation", "creationTimestamp"} {
		of[name] = meta[name] // a client that has read the object sends them back
	}
	r.object["metadata"] = of
	return r
}
