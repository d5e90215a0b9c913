package apply

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

var managers = []string{"kubectl", "controller", "gitops", "", "a<b"}

// newSequence returns five requests for an object like that of the subject, two of three of
// them applies.
func newSequence(seed uint64, s subject) sequence { return sequenceOf(seed, s, 3) }

// newUpdates returns five requests most of which are updates.
func newUpdates(seed uint64, s subject) sequence { return sequenceOf(seed, s, 1) }

// sequenceOf returns five requests of which all but one of n are applies, and one in eight
// of the others.
func sequenceOf(seed uint64, s subject, n int) sequence {
	k := s.kind()
	if k == nil {
		return sequence{}
	}
	r := parity.Rand(seed)
	in := sequence{kind: k}
	versions := k.definition.Versions()
	at := versionOf(k, s.object)
	for i := range 5 {
		o := operation{Version: at, Manager: pick(r, managers...), Apply: r.IntN(n) > 0 || r.IntN(8) == 0, Force: r.IntN(4) == 0}
		if r.IntN(6) == 0 {
			o.Version = pick(r, versions...)
		}
		if v, _ := k.definition.Version(o.Version); v.Subresources().Status && r.IntN(4) == 0 && i > 0 {
			o.Subresource = "status"
		}
		base := s.object
		if r.IntN(4) == 0 {
			base = pick(r, s.others...)
		}
		o.Change = changer(r.Uint64(), k, o, base)
		in.Operations = append(in.Operations, o)
	}
	if r.IntN(3) == 0 { // the same again
		in.repeat(r)
	}
	return in
}

func versionOf(k *kind, obj map[string]any) string {
	apiVersion, _ := obj["apiVersion"].(string)
	name := strings.TrimPrefix(apiVersion, k.definition.Group()+"/")
	if _, found := k.definition.Version(name); found {
		return name
	}
	return k.definition.StorageVersion().Name()
}

// repeated returns a change whose result is that of its first call.
func repeated(change func(map[string]any) map[string]any) func(map[string]any) map[string]any {
	var first map[string]any
	return func(live map[string]any) map[string]any {
		if first == nil {
			first = change(live)
		}
		return first
	}
}

// repeat makes the last request of in the same as an earlier one, or almost.
func (in *sequence) repeat(r *rand.Rand) {
	first := 2 + r.IntN(2)
	again := in.Operations[first]
	again.Change = repeated(again.Change)
	in.Operations[first], in.Operations[4] = again, again
	if r.IntN(2) == 0 {
		in.Operations[4].Change = edited(r.Uint64(), again.Change)
	}
	if r.IntN(2) == 0 {
		in.Operations[4].Stored = disowned(r.Uint64())
	}
}

// edited returns a change whose result is that of another one, with some fields of the live object,
// and with up to two values changed, added or removed.
func edited(seed uint64, change func(map[string]any) map[string]any) func(map[string]any) map[string]any {
	return func(live map[string]any) map[string]any {
		r := parity.Rand(seed)
		out := structural.Clone(change(live))
		if spec, ok := live["spec"].(map[string]any); ok && len(spec) > 0 && r.IntN(2) == 0 {
			name := pick(r, slices.Sorted(maps.Keys(spec))...)
			if to, ok := out["spec"].(map[string]any); ok {
				to[name] = structural.Clone(spec[name])
			}
			return out
		}
		for range r.IntN(3) {
			damage(r, out)
		}
		return out
	}
}

// disowned returns a change of the managed fields in storage, as if an old server or an old definition
// had written them.
func disowned(seed uint64) func(map[string]any) map[string]any {
	return func(live map[string]any) map[string]any {
		r := parity.Rand(seed)
		out := structural.Clone(live)
		if meta, ok := out["metadata"].(map[string]any); ok {
			meta["managedFields"] = oddEntries(r, live)
		}
		return out
	}
}

// changer returns a function for the object of a request: a part of base for an apply, a
// changed live object for an update.
func changer(seed uint64, k *kind, o operation, base map[string]any) func(map[string]any) map[string]any {
	return func(live map[string]any) map[string]any {
		r := parity.Rand(seed)
		var out map[string]any
		if o.Apply || live == nil {
			out = part(r, base, 0).(map[string]any)
		} else {
			out = structural.Clone(live)
			if r.IntN(2) == 0 {
				for name, v := range part(r, base, 0).(map[string]any) {
					out[name] = v
				}
				out["metadata"] = structural.Clone(live["metadata"])
			}
		}
		out["apiVersion"], out["kind"] = k.definition.Group()+"/"+o.Version, k.definition.Kind()
		meta, _ := out["metadata"].(map[string]any)
		meta = maps.Clone(meta)
		if meta == nil {
			meta = map[string]any{}
		}
		meta["name"], meta["namespace"] = "n", "default"
		if o.Apply {
			delete(meta, "managedFields")
		}
		out["metadata"] = meta
		for range r.IntN(3) {
			damage(r, out)
		}
		metadata(r, meta, o, live)
		if r.IntN(2) == 0 {
			if coerced, err := k.definition.Decode(context.Background(), out); err == nil && !o.Apply {
				out = coerced.Object
			}
		}
		return out
	}
}

// part returns a part of a value: fields and elements are left out, and lists reordered.
func part(r *rand.Rand, v any, depth int) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if r.IntN(5) > 0 || depth == 0 && r.IntN(3) > 0 {
				out[name] = part(r, v[name], depth+1)
			}
		}
		return out
	case []any:
		out := make([]any, 0, len(v))
		for _, e := range v {
			if r.IntN(6) > 0 {
				out = append(out, part(r, e, depth+1))
			}
		}
		if r.IntN(3) == 0 {
			r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
		}
		return out
	}
	return v
}

// damage sets or removes a value somewhere in obj.
func damage(r *rand.Rand, obj map[string]any) {
	var at []map[string]any
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			at = append(at, v)
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(v[name])
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(obj)
	m := pick(r, at...)
	names := slices.Sorted(maps.Keys(m))
	if len(names) == 0 || r.IntN(8) == 0 {
		m[pick(r, "new", "name", "x-y", "")] = odd(r)
		return
	}
	name := pick(r, names...)
	switch v := m[name].(type) {
	case string:
		m[name] = pick[any](r, v+"x", "", v, int64(1))
	case int64:
		m[name] = pick[any](r, v+1, int64(0), float64(v), "1")
	case bool:
		m[name] = !v
	case []any:
		if len(v) > 0 && r.IntN(2) == 0 {
			m[name] = append(slices.Clone(v), structural.Clone(pick(r, v...))) // a duplicate
			return
		}
		m[name] = pick[any](r, []any{}, nil, append(slices.Clone(v), odd(r)))
	default:
		if r.IntN(3) == 0 {
			delete(m, name)
		} else if r.IntN(3) == 0 {
			m[name] = odd(r)
		}
	}
}

func odd(r *rand.Rand) any {
	return pick[any](r, nil, "a", int64(1), 1.5, true, []any{}, map[string]any{}, []any{"a"}, map[string]any{"name": "a"}, []any{map[string]any{"name": "a"}})
}

// metadata sets some of the metadata of the object of a request.
func metadata(r *rand.Rand, meta map[string]any, o operation, live map[string]any) {
	if r.IntN(3) == 0 {
		meta["labels"] = map[string]any{pick(r, "a", "b"): pick(r, "1", "2")}
	}
	if r.IntN(4) == 0 {
		meta["finalizers"] = pick(r, []any{"example.com/a"}, []any{"example.com/b", "example.com/a"}, []any{"example.com/b"})
	}
	if r.IntN(4) == 0 {
		owner := func(uid string) map[string]any {
			return map[string]any{"apiVersion": "v1", "kind": pick(r, "A", "B"), "name": "o", "uid": uid}
		}
		meta["ownerReferences"] = pick(r, []any{owner("1")}, []any{owner("2"), owner("1")}, []any{owner("2")})
	}
	if r.IntN(8) == 0 {
		meta["annotations"] = map[string]any{"kubectl.kubernetes.io/last-applied-configuration": lastApplied(r, live), "b": "c"}
	}
	if !o.Apply && r.IntN(6) == 0 {
		meta["managedFields"] = managedFields(r, live)
	}
}
