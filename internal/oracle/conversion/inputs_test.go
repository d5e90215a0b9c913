package conversion

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// input is an object, or a list of objects, to convert.
type input struct {
	Object map[string]any
	List   bool
	To     string
}

// inputFor returns an object or a list of objects of several versions.
func inputFor(seed uint64) input {
	r := parity.Rand(seed)
	in := input{To: group + "/" + pick(r, versions...), List: r.IntN(2) == 0}
	if r.IntN(50) == 0 {
		in.To = pick(r, "example.com/v9", "example.org/v1", "v1", "example.com/v1beta2")
	}
	if !in.List {
		in.Object = object(r, seed, 0)
		return in
	}
	items := []any{}
	for i := range r.IntN(6) {
		items = append(items, object(r, seed, i))
	}
	in.Object = map[string]any{
		"apiVersion": in.To, "kind": kind + "List", "metadata": map[string]any{"resourceVersion": "7"}, "items": items,
	}
	if r.IntN(20) == 0 {
		in.Object["apiVersion"] = apiVersion(r)
	}
	return in
}

func apiVersion(r *rand.Rand) string {
	if r.IntN(60) == 0 {
		return pick(r, "example.com/v9", "example.org/v1", "v1", "a/b/c", "")
	}
	return group + "/" + pick(r, versions...)
}

func object(r *rand.Rand, seed uint64, i int) map[string]any {
	obj := map[string]any{}
	if r.IntN(2) == 0 {
		obj = generate.New(seed).Object(map[string]any{"type": "object", "properties": map[string]any{
			"spec": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true},
		}}, generate.Hostile)
	}
	obj["apiVersion"], obj["kind"] = apiVersion(r), kind
	if r.IntN(100) == 0 {
		return map[string]any{"apiVersion": obj["apiVersion"], "kind": kind}
	}
	meta := map[string]any{
		"name": fmt.Sprint("thing-", i), "namespace": "default", "uid": fmt.Sprint("uid-", i), "generation": int64(3),
		"finalizers": []any{"example.com/keep"}, "labels": map[string]any{"a": "b"},
	}
	for _, name := range []string{"labels", "finalizers", "uid", "namespace"} {
		if r.IntN(4) == 0 {
			delete(meta, name)
		}
	}
	obj["metadata"] = meta
	switch r.IntN(40) {
	case 0:
		meta["labels"] = pick[any](r, nil, "text", []any{}, map[string]any{}, map[string]any{"a": int64(1)})
	case 1:
		meta["annotations"] = map[string]any{"Not valid": "x"}
	case 2:
		obj["metadata"] = pick[any](r, nil, "text", []any{})
	case 3:
		delete(obj, "metadata")
		obj["spec"] = "x"
	case 4:
		meta["name"] = int64(7)
	}
	return obj
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }
