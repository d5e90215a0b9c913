package main

import (
	"context"
	_ "embed"

	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
	"github.com/seed95800270/crdschema/document"
)

//go:embed conversion.yaml
var conversionYAML []byte

// declaredConverter returns the same conversion as data. The way back is derived.
func declaredConverter(ctx context.Context) (*conversion.Chain, error) {
	docs, err := document.DecodeYAML(ctx, conversionYAML)
	if err != nil {
		return nil, err
	}
	declaration, err := declare.Read(ctx, docs[0].Object)
	if err != nil {
		return nil, err
	}
	return declare.NewChain(ctx, declaration)
}
