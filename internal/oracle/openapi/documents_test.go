package openapi

import (
	"context"
	"errors"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// TestV2 compares the v2 documents of every version of the corpus, of versions
// with edited schemas, and of generated definitions.
func TestV2(t *testing.T) {
	parity.Run(t, "openapi-v2", documents(t), func(c *parity.Check, in published) {
		compare(c, in, func() (any, error) { return openapiv2.Build(context.Background(), in.Manifest, in.Version) },
			func(crd *apiextensionsv1.CustomResourceDefinition) (any, error) { return theirV2(crd, in.Version) })
	})
}

// TestV3 compares the v3 documents of the same versions.
func TestV3(t *testing.T) {
	parity.Run(t, "openapi-v3", documents(t), func(c *parity.Check, in published) {
		compare(c, in, func() (any, error) { return openapiv3.Build(context.Background(), in.Manifest, in.Version) },
			func(crd *apiextensionsv1.CustomResourceDefinition) (any, error) { return theirV3(crd, in.Version) })
	})
}

func documents(t *testing.T) parity.Cases[published] {
	return parity.Join(corpusVersions(t), editedVersions(t, parity.Full(1_000)), generatedVersions(parity.Full(5_000)))
}

func compare(c *parity.Check, in published, ours func() (any, error), theirs func(*apiextensionsv1.CustomResourceDefinition) (any, error)) {
	crd, err := definitionOf(in.Manifest)
	document, problem := ours()
	if first := (*structural.Error)(nil); errors.As(problem, &first) {
		c.Coded(first)
	}
	if err != nil { // a server cannot hold such a definition
		c.Equal("refused", problem != nil, true)
		return
	}
	if problem != nil {
		c.Fail("error", problem.Error(), nil, "the reference publishes a document")
		return
	}
	want, err := theirs(crd)
	if err != nil {
		c.Fail("error", nil, err.Error(), "the reference publishes no document")
		return
	}
	a, err := comparable(document)
	if err != nil {
		c.Fail("encoding", err.Error(), nil, "ours cannot be encoded")
		return
	}
	b, err := comparable(want)
	if err != nil {
		c.Fail("encoding", nil, err.Error(), "the reference's cannot be encoded")
		return
	}
	c.Equal("document", a, b)
}
