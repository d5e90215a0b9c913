package specschema_test

import (
	"context"

	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

// The functions below call the package for schemas that do not take too much work.

func fromSpec(s *spec.Schema, opts ...specschema.Option) (*structural.Schema, structural.Errors) {
	return verdict(specschema.FromSpec(context.Background(), s, opts...))
}

func fromDocument(doc map[string]any, groupVersion, kind string) (*structural.Schema, structural.Errors) {
	return verdict(specschema.FromDocument(context.Background(), doc, groupVersion, kind))
}

func fromOpenAPI(doc *spec3.OpenAPI, groupVersion, kind string) (*structural.Schema, structural.Errors) {
	return verdict(specschema.FromOpenAPI(context.Background(), doc, groupVersion, kind))
}

func fromSwagger(doc *spec.Swagger, groupVersion, kind string) (*structural.Schema, structural.Errors) {
	return verdict(specschema.FromSwagger(context.Background(), doc, groupVersion, kind))
}

func verdict(s *structural.Schema, errs structural.Errors, err error) (*structural.Schema, structural.Errors) {
	if err != nil {
		panic(err)
	}
	return s, errs
}
