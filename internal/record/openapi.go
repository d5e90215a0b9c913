package main

import (
	"context"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

// openapiAnswers publishes a CRD, and converts its schema to kube-openapi's type and back.
func openapiAnswers(ctx context.Context, g *generate.Generator, seed uint64) []any {
	schema := g.Schema(generate.Flavor(seed % 2))
	crd := generate.CRD(schema, generate.WithScale())
	v2, err := openapiv2.Build(ctx, crd, generate.Version)
	answers := []any{v2, err}
	v3, err := openapiv3.Build(ctx, crd, generate.Version)
	answers = append(answers, v3, err)
	s, errs, err := structural.FromMap(ctx, schema)
	if err != nil || len(errs) > 0 {
		return append(answers, err, errs.Texts())
	}
	converted, err := specschema.ToSpec(ctx, s)
	answers = append(answers, converted, err)
	if err != nil {
		return answers
	}
	back, errs, err := specschema.FromSpec(ctx, converted)
	return append(answers, structural.SemanticEqual(s, back), errs.Texts(), err)
}
