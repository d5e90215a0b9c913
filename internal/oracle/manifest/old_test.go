package manifest

import (
	"cmp"
	"context"
	"math/rand/v2"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/celrules"
	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// asOld returns a manifest of v1beta1. Fields of the first version are moved to
// the spec, or stay, or both.
func asOld(r *rand.Rand, m map[string]any) map[string]any {
	m["apiVersion"] = "apiextensions.k8s.io/v1beta1"
	spec := objectOf(m, "spec")
	if spec == nil {
		return m
	}
	if r.IntN(2) == 0 {
		set(spec, "preserveUnknownFields", one(r, false, false, nil, absent, true))
	} else {
		spec["preserveUnknownFields"] = false
	}
	if r.IntN(5) == 0 {
		delete(spec, "scope")
	}
	versions := objectsOf(m, "spec", "versions")
	for _, v := range versions {
		for _, c := range objectsOf(v, "additionalPrinterColumns") {
			c["JSONPath"] = c["jsonPath"]
		}
	}
	if len(versions) > 0 {
		set(spec, "version", one(r, absent, absent, versions[0]["name"], "v1", "V", ""))
		for name, top := range map[string]string{"schema": "validation", "subresources": "subresources", "additionalPrinterColumns": "additionalPrinterColumns", "selectableFields": "selectableFields"} {
			keep := one(r, 0, 1, 2, 2, 2, 2, 2, 3).(int)
			if v, found := versions[0][name]; found && keep > 0 {
				spec[top] = runtime.DeepCopyJSONValue(v)
			}
			for i := range versions {
				if keep > 1 || keep == 1 && i > 0 {
					delete(versions[i], name)
				}
			}
		}
	}
	if r.IntN(10) == 0 {
		delete(spec, "versions")
	}
	if conversion := objectOf(spec, "conversion"); conversion != nil {
		webhook := objectOf(conversion, "webhook")
		for from, to := range map[string]string{"clientConfig": "webhookClientConfig", "conversionReviewVersions": "conversionReviewVersions"} {
			if v, found := webhook[from]; found {
				conversion[to] = v
			}
		}
	}
	return m
}

// TestOld compares definitions of v1beta1 with the reference's packages, new and
// as the definition that an update replaces. They are no longer served, but some
// are stored.
func TestOld(t *testing.T) {
	real := definitions(t)
	cases := parity.Times(real, max(parity.Full(30), parity.Full(5_000)/real.N), func(seed uint64, m map[string]any) pair {
		r := parity.Rand(seed)
		p := pair{Manifest: asOld(r, mutated(r.Uint64(), m))}
		if r.IntN(3) == 0 {
			p.Old = established(r, asOld(r, mutated(r.Uint64(), m)))
			p.Manifest["metadata"] = runtime.DeepCopyJSONValue(p.Old["metadata"])
		}
		return p
	})
	server := &validate.Server{Rules: celrules.NewCompiler(), FormatsMinor: 36}
	parity.Run(t, "crd-v1beta1-written", cases, func(c *parity.Check, p pair) {
		if p.Old == nil {
			judge(c, p.Manifest, nil, resultOf(server.Create(context.Background(), p.Manifest)), nil, create2)
			return
		}
		judge(c, p.Manifest, p.Old, resultOf(server.Update(context.Background(), p.Manifest, p.Old)), nil,
			func(crd, old *apiextensions.CustomResourceDefinition) verdict { return update(strategy, crd, old) })
	})
}

// answer is a result with a Status that the library does not set for a part of a request.
type answer struct {
	crdschema.CRDResult
	refused *crdschema.Status
}

// Status returns the Status of the whole answer.
func (a answer) Status() *crdschema.Status { return cmp.Or(a.refused, a.CRDResult.Status()) }

func resultOf(out validate.Outcome, err error) answer {
	if err != nil {
		panic(err)
	}
	res := answer{CRDResult: crdschema.CRDResult{Object: out.Object, Verdict: crdschema.Verdict{Errors: out.Errors}, Warnings: once(out.Warnings.Texts())}}
	if len(out.Undecodable) > 0 {
		res.refused = &crdschema.Status{Message: out.Undecodable[0].Error()}
	}
	return res
}
