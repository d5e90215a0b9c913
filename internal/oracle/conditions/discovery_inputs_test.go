package conditions

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

var listedVersions = []string{"v1", "v2", "v10", "v1beta1", "v1beta2", "v2alpha1", "v11alpha2", "foo", "bar10", "v1beta", "1v"}

// drawListed returns definitions of a few groups in states that matter to
// discovery: established or not, terminating, with accepted names other than those
// requested, and with any versions, of which none may be served.
func drawListed(seed uint64) []map[string]any {
	r := parity.Rand(seed)
	var out []map[string]any
	for i := range 1 + r.IntN(6) {
		group := draw(r, []string{"a.example.com", "a.example.com", "b.example.com", "z.io", "a-b.example.com", "A.é"})
		names := drawNames(r)
		names["plural"] = fmt.Sprint(names["plural"], i)
		crd := map[string]any{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
			"metadata": map[string]any{"name": fmt.Sprint(names["plural"], ".", group)},
			"spec":     map[string]any{"group": group, "scope": draw(r, []string{"Namespaced", "Cluster"}), "names": names, "versions": drawListedVersions(r)},
		}
		if r.IntN(8) != 0 {
			crd["status"] = drawListedStatus(r, i, names)
		}
		out = append(out, crd)
	}
	return out
}

func drawListedStatus(r *rand.Rand, i int, names map[string]any) map[string]any {
	accepted := drawAccepted(r, names)
	if r.IntN(2) == 0 {
		accepted = names
	} else {
		accepted["plural"] = fmt.Sprint(accepted["plural"], i) // accepted once
	}
	conditions := drawConditions(r)
	if r.IntN(4) != 0 {
		conditions = slices.Insert(conditions, 0, any(map[string]any{"type": "Established", "status": "True"}))
	}
	return map[string]any{"acceptedNames": accepted, "conditions": conditions, "storedVersions": []any{"v1"}}
}

func drawListedVersions(r *rand.Rand) []any {
	var out []any
	for _, i := range r.Perm(len(listedVersions))[:1+r.IntN(4)] {
		version := map[string]any{"name": listedVersions[i], "served": r.IntN(3) != 0, "storage": len(out) == 0}
		subresources := map[string]any{}
		if r.IntN(3) == 0 {
			subresources["status"] = map[string]any{}
		}
		if r.IntN(3) == 0 {
			subresources["scale"] = map[string]any{"specReplicasPath": ".spec.a", "statusReplicasPath": ".status.b"}
		}
		if len(subresources) > 0 || r.IntN(4) == 0 {
			version["subresources"] = subresources
		}
		out = append(out, version)
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
