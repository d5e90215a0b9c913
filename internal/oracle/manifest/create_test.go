package manifest

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

var ours = crdschema.NewCompiler()

// TestCreate compares new definitions: those of the corpus, and each with single
// fields changed.
func TestCreate(t *testing.T) {
	real := definitions(t)
	cases := parity.Join(real, parity.Times(real, max(parity.Full(40), parity.Full(5_000)/real.N), mutated))
	parity.Run(t, "crd-create", cases, func(c *parity.Check, manifest map[string]any) {
		compare(c, manifest, nil, create2)
	})
}

func create2(crd, _ *apiextensions.CustomResourceDefinition) verdict { return create(crd) }

// admit returns our result for a manifest. Package fields compares the handling
// of unknown fields, which are ignored here.
func admit(manifest, old map[string]any) (crdschema.CRDResult, error) {
	req := crdschema.CRDRequest{CRD: manifest, Old: old, FieldValidation: crdschema.Ignore}
	if old != nil {
		req.Operation = crdschema.Update
	}
	return ours.AdmitCRD(context.Background(), req)
}

// compare compares errors, warnings and objects. A manifest that the reference
// cannot decode must be rejected.
func compare(c *parity.Check, manifest, old map[string]any, reference func(crd, old *apiextensions.CustomResourceDefinition) verdict) {
	got, err := admit(manifest, old)
	judge(c, manifest, old, answer{CRDResult: got}, err, reference)
}

// judge compares our result with the reference's, errors as multisets.
func judge(c *parity.Check, manifest, old map[string]any, got answer, err error,
	reference func(crd, old *apiextensions.CustomResourceDefinition) verdict) {
	if err != nil {
		if _, bad := upstream.Definition(old); old != nil && bad != nil { // it cannot be stored
			c.Void()
			return
		}
		c.Fail("error", err, nil, "%v", err)
		return
	}
	crd, err := upstream.Definition(manifest)
	if err != nil {
		c.Equal("refused", got.Status() != nil && len(got.Errors) == 0, true)
		return
	}
	var was *apiextensions.CustomResourceDefinition
	if old != nil {
		if was, err = upstream.Definition(old); err != nil {
			c.Void()
			return
		}
		if crd.Name != was.Name { // a server checks the name first
			c.Equal("refused", got.Status() != nil && len(got.Errors) == 0 && strings.Contains(got.Status().Message, "the name of the object"), true)
			return
		}
	}
	if was != nil && crd.UID != "" && was.UID != "" && crd.UID != was.UID {
		c.Equal("conflict", got.Status() != nil && len(got.Errors) == 0 && got.Status().Code == http.StatusConflict, true)
		return
	}
	if got.Status() != nil && len(got.Errors) == 0 {
		c.Fail("refused", got.Status().Message, nil, "refused: %s", got.Status().Message)
		return
	}
	want, panicked := upstream.Call(func() verdict { return reference(crd, was) })
	if panicked != nil { // on selectable fields without a schema
		c.Void()
		if len(got.Errors) == 0 {
			c.Fail("panic", nil, panicked.String(), "accepted, where the reference panics: %v", panicked)
		}
		return
	}
	texts := c.OurTexts(got.Errors)
	tied := tiedErrors(texts, crd)
	if !parity.Equal(sorted(texts), sorted(tied(want.Errors))) { // the answer may vary
		want.Errors, _ = parity.Repeat30(func() []string { return reference(crd, was).Errors }, func(errs []string) bool {
			return parity.Equal(sorted(texts), sorted(tied(errs)))
		})
	}
	c.Texts("errors", texts, want.Errors, parity.Row("D26", func() any { return tied(want.Errors) }))
	sameWarnings(c, got.Warnings, want.Warnings)
	c.Equal("object", got.Object, want.Object)
}

// tiedErrors returns a function that replaces the rules that the reference names
// as the most expensive by those of ours if they cost the same.
func tiedErrors(ours []string, crd *apiextensions.CustomResourceDefinition) func(theirs []string) []string {
	cost := upstream.MentionedCost(func() map[string]string { return upstream.DefinitionRuleCosts(crd) })
	return func(theirs []string) []string { return parity.Tied(ours, theirs, cost) }
}

func sorted(texts []string) []string {
	out := append([]string{}, texts...)
	sortStrings(out)
	return out
}
