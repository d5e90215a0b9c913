package main

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
)

// tool is a way to validate an object. A verdict is empty if the object is accepted,
// else it is the reason.
type tool struct {
	name    string
	verdict func(c testCase) (string, error)
}

var ours = tool{"crdschema", func(c testCase) (string, error) {
	ctx := context.Background()
	answer, err := crdschema.NewCompiler().AdmitCRD(ctx, crdschema.CRDRequest{
		Body: []byte(c.crd), ContentType: "application/yaml", FieldValidation: crdschema.Strict,
	})
	if err != nil || !answer.Accepted() || c.object == "" {
		return reason(answer.Status()), err
	}
	definition, err := crdschema.CompileYAML(ctx, []byte(c.crd))
	if err != nil {
		return "", err
	}
	request := crdschema.Request{Body: []byte(c.object), ContentType: "application/yaml", FieldValidation: crdschema.Strict}
	if c.old != "" {
		docs, err := document.DecodeYAML(ctx, []byte(c.old))
		if err != nil {
			return "", err
		}
		request.Operation, request.Old = crdschema.Update, docs[0].Object
	}
	result, err := definition.Admit(ctx, request)
	return reason(result.Status()), err
}}

func reason(status *crdschema.Status) string {
	if status == nil {
		return ""
	}
	return status.Message
}
