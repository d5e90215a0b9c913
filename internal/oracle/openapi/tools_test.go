package openapi

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-openapi/loads"
	"github.com/go-openapi/strfmt"
	"github.com/go-openapi/validate"
	openapi_v2 "github.com/google/gnostic-models/openapiv2"
	openapi_v3 "github.com/google/gnostic-models/openapiv3"
	"k8s.io/kube-openapi/pkg/util/proto"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// These tests compare whether other tools accept our documents and the
// reference's: some tools are stricter than Kubernetes.

// TestProtoModels checks kube-openapi's models, with which kubectl reads v2.
func TestProtoModels(t *testing.T) {
	parity.Run(t, "openapi-v2-proto", tooled(t), func(c *parity.Check, in published) {
		both(c, in, v2Texts, func(text []byte) error {
			doc, err := openapi_v2.ParseDocument(text)
			if err != nil {
				return err
			}
			_, err = proto.NewOpenAPIData(doc)
			return err
		})
	})
	parity.Run(t, "openapi-v3-proto", tooled(t), func(c *parity.Check, in published) {
		both(c, in, v3Texts, func(text []byte) error {
			doc, err := openapi_v3.ParseDocument(text)
			if err != nil {
				return err
			}
			_, err = proto.NewOpenAPIV3Data(doc)
			return err
		})
	})
}

// TestValidatorV2 checks the validator of OpenAPI 2.0,
// github.com/go-openapi/validate.
func TestValidatorV2(t *testing.T) {
	parity.Run(t, "openapi-v2-validator", tooled(t), func(c *parity.Check, in published) {
		both(c, in, v2Texts, func(text []byte) error {
			doc, err := loads.Analyzed(text, "2.0")
			if err != nil {
				return err
			}
			return validate.Spec(doc, strfmt.Default)
		})
	})
}

// TestValidatorV3 checks the validator of OpenAPI 3.0,
// github.com/getkin/kin-openapi, without patterns and without defaults, which it
// validates on their own.
func TestValidatorV3(t *testing.T) {
	parity.Run(t, "openapi-v3-validator", tooled(t), func(c *parity.Check, in published) {
		both(c, in, v3Texts, func(text []byte) error {
			doc, err := openapi3.NewLoader().LoadFromData(text)
			if err != nil {
				return err
			}
			return doc.Validate(t.Context(), openapi3.DisableExamplesValidation(),
				openapi3.DisableSchemaPatternValidation(), openapi3.DisableSchemaDefaultsValidation())
		})
	})
}

// tooled returns fewer cases than the documents are compared on: tools are slow.
func tooled(t *testing.T) parity.Cases[published] {
	list := versions(t)
	step := max(1, len(list)/parity.Full(60))
	var sample []published
	for i := 0; i < len(list); i += step {
		sample = append(sample, list[i])
	}
	return parity.Join(named(sample), generatedVersions(parity.Full(200)))
}

// both checks that a tool accepts our document, unless it rejects the reference's
// too.
func both(c *parity.Check, in published, texts func(published) (ours, theirs []byte, err error), tool func([]byte) error) {
	ours, theirs, err := texts(in)
	if err != nil { // a server cannot hold the definition
		c.Void()
		return
	}
	if problem := tool(ours); problem != nil && tool(theirs) == nil {
		c.Fail("accepted", problem.Error(), nil, "the tool takes the reference's document")
	}
}

func v2Texts(in published) (ours, theirs []byte, err error) {
	crd, err := definitionOf(in.Manifest)
	if err != nil {
		return nil, nil, err
	}
	a, err := openapiv2.Build(context.Background(), in.Manifest, in.Version)
	if err != nil {
		return nil, nil, err
	}
	b, err := theirV2(crd, in.Version)
	if err != nil {
		return nil, nil, err
	}
	return marshal(a, b)
}

func v3Texts(in published) (ours, theirs []byte, err error) {
	crd, err := definitionOf(in.Manifest)
	if err != nil {
		return nil, nil, err
	}
	a, err := openapiv3.Build(context.Background(), in.Manifest, in.Version)
	if err != nil {
		return nil, nil, err
	}
	b, err := theirV3(crd, in.Version)
	if err != nil {
		return nil, nil, err
	}
	return marshal(a, b)
}

func marshal(a, b any) (ours, theirs []byte, err error) {
	if ours, err = json.Marshal(a); err != nil {
		return nil, nil, err
	}
	theirs, err = json.Marshal(b)
	return ours, theirs, err
}
