package manifest

import (
	"math/rand/v2"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

// pair is a definition that replaces another one.
type pair struct{ Manifest, Old map[string]any }

// pairs returns changed definitions. Most of those that they replace have been
// changed, too: any definition that can be decoded may be stored.
func pairs(t testing.TB, n int) parity.Cases[pair] {
	t.Helper()
	real := definitions(t)
	return parity.Times(real, max(1, n/real.N), func(seed uint64, manifest map[string]any) pair {
		r := parity.Rand(seed)
		old := runtime.DeepCopyJSON(manifest)
		if r.IntN(3) > 0 {
			old = mutated(r.Uint64(), old)
		}
		p := pair{Old: established(r, old)}
		p.Manifest = runtime.DeepCopyJSON(p.Old)
		for range r.IntN(3) {
			change(r, p.Manifest)
		}
		meta := objectOf(p.Manifest, "metadata")
		if meta == nil {
			meta = map[string]any{}
			p.Manifest["metadata"] = meta
		}
		if r.IntN(50) > 0 {
			meta["name"] = objectOf(p.Old, "metadata")["name"]
		}
		if r.IntN(20) > 0 {
			meta["resourceVersion"] = "1"
		}
		if r.IntN(4) == 0 {
			p.Manifest["status"] = one(r, nil, obj(), obj("storedVersions", []any{"v1"}), obj("acceptedNames", obj("plural", "A", "kind", "B"),
				"conditions", []any{condition("Established", "False"), obj("lastTransitionTime", nil)}, "storedVersions", nil))
		}
		return p
	})
}

func condition(name, status string) map[string]any {
	return obj("type", name, "status", status, "lastTransitionTime", "2026-01-02T03:04:05Z", "reason", "Test")
}

// established sets the metadata and the status of a stored definition. Its text has whole numbers
// without a fraction.
func established(r *rand.Rand, m map[string]any) map[string]any {
	meta := objectOf(m, "metadata")
	if meta == nil {
		meta = map[string]any{}
		m["metadata"] = meta
	}
	if name, _ := meta["name"].(string); name == "" {
		meta["name"] = "things.example.com"
	}
	meta["resourceVersion"], meta["uid"], meta["creationTimestamp"] = "1", "some", "2026-01-02T03:04:05Z"
	meta["generation"] = one(r, int64(1), int64(5))
	status := obj("conditions", []any{condition("NamesAccepted", "True"), condition("Established", one(r, "True", "True", "False").(string))},
		"acceptedNames", obj("plural", "things", "kind", "Thing"))
	if stored := one(r, absent, []any{"v1"}, []any{}, []any{"v1", "v2"}); stored != absent {
		status["storedVersions"] = stored
	}
	m["status"] = one(r, status, status, status, absent)
	if m["status"] == absent {
		delete(m, "status")
	}
	stored, err := structural.NormalizeStored(m)
	if err != nil {
		panic(err)
	}
	return stored.(map[string]any)
}

// TestUpdate compares definitions that replace another one, established or not.
func TestUpdate(t *testing.T) {
	parity.Run(t, "crd-update", pairs(t, parity.Full(21_000)), func(c *parity.Check, p pair) {
		compare(c, p.Manifest, p.Old, func(crd, old *apiextensions.CustomResourceDefinition) verdict { return update(strategy, crd, old) })
	})
}

// TestUpdateStatus compares updates of the status of definitions.
func TestUpdateStatus(t *testing.T) {
	parity.Run(t, "crd-update-status", pairs(t, parity.Full(10_000)), func(c *parity.Check, p pair) {
		got, err := ours.AdmitCRD(t.Context(), crdschema.CRDRequest{
			CRD: p.Manifest, Old: p.Old, Operation: crdschema.UpdateStatus, FieldValidation: crdschema.Ignore,
		})
		judge(c, p.Manifest, p.Old, answer{CRDResult: got}, err, func(crd, old *apiextensions.CustomResourceDefinition) verdict { return update(ofStatus, crd, old) })
	})
}
