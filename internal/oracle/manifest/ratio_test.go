package manifest

import (
	"context"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/ratio"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// BenchmarkRatioValidateCRD measures the validation of whole definitions,
// including validation rules, from the decoded manifest to the result. The
// reference gets them decoded, defaulted and prepared.
func BenchmarkRatioValidateCRD(b *testing.B) {
	var manifests []map[string]any
	var crds []*apiextensions.CustomResourceDefinition
	real := definitions(b)
	for i := range real.N {
		_, manifest := real.At(i)
		crd, err := upstream.Definition(manifest)
		if err != nil {
			continue
		}
		strategy.PrepareForCreate(context.Background(), crd)
		manifests, crds = append(manifests, manifest), append(crds, crd)
	}
	theirs := func() {
		for _, crd := range crds {
			validation.ValidateCustomResourceDefinition(context.Background(), crd)
		}
	}
	b.Run("together", func(b *testing.B) {
		ratio.Run(b, ratio.Case{Ours: func() { validateAll(manifests, crdschema.NewCompiler()) }, Upstream: theirs})
	})
	b.Run("alone", func(b *testing.B) {
		ratio.Run(b, ratio.Case{Ours: func() { validateAll(manifests, nil) }, Upstream: theirs})
	})
}

// validateAll validates definitions with one compiler or, if it is nil, with one
// for each.
func validateAll(manifests []map[string]any, compiler *crdschema.Compiler) {
	for _, m := range manifests {
		c := compiler
		if c == nil {
			c = crdschema.NewCompiler()
		}
		if _, err := c.AdmitCRD(context.Background(), crdschema.CRDRequest{CRD: m}); err != nil {
			panic(err)
		}
	}
}
