package conversiontest

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/crdtest/generate"
	"github.com/seed95800270/crdschema/fragment"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Generate returns n objects of apiVersion and kind that a server accepts for schema, the
// version's openAPIV3Schema, with its rules. They are as different as the schema allows, and always
// the same for the same arguments. Their names are sample-0, sample-1 …, whatever the schema says
// about names. A negative n counts as 0. It is [generate.Generator.Valid] for a program that has a
// schema and no definition.
//
// Go types of Kubernetes read the values, and write them in the same way. [WithOtherSpellings]
// adds values that they do not.
//
// The error is about a schema that is not a JSON value or that does not compile, a schema without
// an object ([generate.UnsatisfiedError]), the context, or the budget (structural.ErrTooMuchWork).
func Generate(ctx context.Context, apiVersion, kind string, schema map[string]any, n int, opts ...SampleOption) ([]map[string]any, error) {
	var c sampleConfig
	for _, o := range opts {
		o.apply(&c)
	}
	if w := work.Start(ctx, "generating objects"); !w.Make(max(n, 0)) {
		return nil, w.Err()
	}
	definition, err := crdschema.Compile(ctx, fragment.CRD(apiVersion, kind, schema))
	if err != nil {
		return nil, err
	}
	g := generate.New(definition.StorageVersion(), c.generator...)
	out := make([]map[string]any, max(n, 0))
	for i := range out {
		obj, err := g.Valid(ctx, i)
		if err != nil {
			return nil, err
		}
		stored, err := structural.NormalizeStored(obj)
		if err != nil {
			return nil, err
		}
		obj = stored.(map[string]any)
		obj["apiVersion"], obj["kind"] = apiVersion, kind
		obj["metadata"] = map[string]any{"name": fmt.Sprint("sample-", i), "namespace": "default"}
		out[i] = obj
	}
	return out, nil
}

// SampleOption adjusts [Generate].
type SampleOption interface{ apply(*sampleConfig) }

type sampleConfig struct{ generator []generate.Option }

type sampleOption func(*sampleConfig)

func (f sampleOption) apply(c *sampleConfig) { f(c) }

// WithOtherSpellings adds the values of [generate.WithOtherSpellings].
func WithOtherSpellings() SampleOption {
	return sampleOption(func(c *sampleConfig) { c.generator = append(c.generator, generate.WithOtherSpellings()) })
}
