package embedders

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// undefaultedErrors is the kind of differences for crds without the names that a server
// sets.
const undefaultedErrors = "a CRD is not defaulted before it is validated"

// TestDefinitions compares what two projects do with a definition before they use it:
// they call ValidateCustomResourceDefinition. Gatekeeper's frameworks default it before
// (crds.go, CreateCRD, 106d3e3fec59; validate.go, ValidateCRD, 03ed968e06a7). Istio does
// not, and takes all versions for stored ones (validator.go, NewValidatorFromCRDs,
// 8767809989c3); the comparison is with the defaulted definition, and the line about
// a server counts those that have other errors without.
func TestDefinitions(t *testing.T) {
	parity.Run(t, "embedder-gatekeeper-definitions", manifests(t), func(c *parity.Check, manifest map[string]any) {
		if crd, err := upstream.Definition(manifest); err != nil {
			c.Void() // it stops there
		} else {
			compareDefinition(c, manifest, crd)
		}
	})
	against := newComparison(project{name: "istio-definitions"})
	parity.Run(t, "embedder-istio-definitions", manifests(t), func(c *parity.Check, manifest map[string]any) {
		crd, err := undefaulted(manifest)
		defaulted, defaultedErr := upstream.Definition(manifest)
		if err != nil || defaultedErr != nil {
			c.Void()
			return
		}
		defaulted.Status.StoredVersions = crd.Status.StoredVersions
		against.definition(slices.Equal(slices.Sorted(slices.Values(definitionErrors(crd))), slices.Sorted(slices.Values(definitionErrors(defaulted)))))
		if len(crd.Status.StoredVersions) == 0 {
			compareDefinition(c, manifest, defaulted)
		} else {
			compareDefinition(c, manifest, defaulted, codes.StoredVersionsRequired)
		}
	})
	against.report(t)
}

// definition counts a definition.
func (a *comparison) definition(same bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if same {
		a.same++
	} else {
		a.rejects++
		a.kinds[undefaultedErrors]++
	}
}

// compareDefinition compares the errors of a definition, except those with one of the
// codes. The project prevents these errors.
func compareDefinition(c *parity.Check, manifest map[string]any, crd *apiextensions.CustomResourceDefinition, except ...field.Code) {
	ours, err := crdschema.ValidateCRD(context.Background(), manifest, nil)
	if err != nil || ours.Status() != nil && len(ours.Errors) == 0 {
		c.Fail("verdict", fmt.Sprint(ours.Status()), nil, "%v", err)
		return
	}
	errs := slices.DeleteFunc(slices.Clone(ours.Errors), func(e *structural.Error) bool { return slices.Contains(except, e.Code) })
	texts, theirs := numberless(c.OurTexts(errs)), definitionErrors(crd)
	c.Texts("errors", texts, theirs, parity.Row("D26", func() any {
		cost := upstream.MentionedCost(func() map[string]string { return upstream.DefinitionRuleCosts(crd) })
		return parity.Tied(texts, theirs, cost)
	}))
}

func definitionErrors(crd *apiextensions.CustomResourceDefinition) []string {
	return numberless(upstream.Texts(apiextensionsvalidation.ValidateCustomResourceDefinition(context.Background(), crd)))
}

// undefaulted converts a CRD without defaults.
func undefaulted(manifest map[string]any) (*apiextensions.CustomResourceDefinition, error) {
	v1, crd := &apiextensionsv1.CustomResourceDefinition{}, &apiextensions.CustomResourceDefinition{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(upstream.Copy(manifest), v1); err != nil {
		return nil, err
	}
	if err := apiextensionsv1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(v1, crd, nil); err != nil {
		return nil, err
	}
	crd.Status.StoredVersions = nil
	for _, v := range crd.Spec.Versions {
		crd.Status.StoredVersions = append(crd.Status.StoredVersions, v.Name)
	}
	return crd, nil
}

// manifests returns definitions of the corpus and generated ones, the latter with
// mistakes.
func manifests(t *testing.T) parity.Cases[map[string]any] {
	var real []*corpus.CRD
	for i, crd := range corpus.Load(t).CRDs {
		if crd.Manifest["apiVersion"] == "apiextensions.k8s.io/v1" && (parity.Full(10) == 10 || i%10 == 0) {
			real = append(real, crd)
		}
	}
	list := parity.Map(parity.List(real, func(c *corpus.CRD) string { return c.File }), func(c *corpus.CRD) map[string]any { return c.Manifest })
	return parity.Join(list, parity.Generated(parity.Full(2_000), func(seed uint64) map[string]any {
		g := generate.New(seed, generate.WithDemandingRules())
		wrong, _ := g.Mistakes(generate.CRD(g.Schema(generate.Valid), subresources(seed)...), int(seed%4))
		delete(wrong["metadata"].(map[string]any), "namespace") // which a server drops before
		return wrong
	}))
}

func numberless(texts []string) []string {
	out := slices.Clone(texts)
	for i, text := range out {
		out[i] = typeNumber.ReplaceAllString(text, "selfType#")
	}
	return out
}
