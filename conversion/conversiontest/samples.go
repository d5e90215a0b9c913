// Package samples makes objects to prove conversions with: conversion.RoundTrip
// takes them there and back. It is a package of its own so that programs which
// convert do not link a generator.
//
// Samples are the same for the same arguments, forever. Everything returned is
// new and may be written to; arguments are only read, by any number of
// goroutines.
package conversiontest

import (
	"fmt"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
)

// Generate makes n objects that a schema of the version
// apiVersion accepts, nearly always: they are as different as the schema lets
// them be, and the same for the same arguments. The schema is what stands under
// openAPIV3Schema. Formats and patterns that no generator knows may be missed,
// so add samples of your own. There are none if n is negative.
//
// The error says that the schema is no JSON value.
func Generate(apiVersion, kind string, schema map[string]any, n int) ([]map[string]any, error) {
	normal, err := structural.Normalize(schema)
	if err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	out := make([]map[string]any, max(n, 0))
	for i := range out {
		obj := generate.New(uint64(i)).Object(fields, generate.Valid)
		obj["apiVersion"], obj["kind"] = apiVersion, kind
		obj["metadata"] = map[string]any{"name": fmt.Sprint("sample-", i), "namespace": "default"}
		out[i] = obj
	}
	return out, nil
}
