package main

import (
	_ "embed"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/conversion"
	"github.com/seed95800270/crdschema/conversion/declare"
)

//go:embed conversion.yaml
var conversionYAML []byte

// declaredConverter returns the same conversion as data. The way back is derived.
func declaredConverter() (*conversion.Chain, error) {
	docs, err := crdschema.DecodeYAML(conversionYAML)
	if err != nil {
		return nil, err
	}
	declaration, err := declare.Read(docs[0].Object)
	if err != nil {
		return nil, err
	}
	return declare.NewChain(declaration)
}
