package conversiontest

import (
	"context"
	"fmt"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Generate returns n objects of apiVersion and kind; almost all of them satisfy schema, the
// version's openAPIV3Schema. They are as different as the schema allows, and always the same
// for the same arguments. Formats and patterns that the generator does not know may be
// violated, so add samples of your own. A negative n counts as 0.
//
// Go types of Kubernetes read the values, and write them in the same way. [WithOtherSpellings]
// adds values that they do not.
//
// The error is about a schema that is not a JSON value, the context, or the budget
// (structural.ErrTooMuchWork).
func Generate(ctx context.Context, apiVersion, kind string, schema map[string]any, n int, opts ...SampleOption) ([]map[string]any, error) {
	c := sampleConfig{generator: []generate.Option{generate.WithGoValues()}}
	for _, o := range opts {
		o.apply(&c)
	}
	normal, err := structural.Normalize(schema)
	if err != nil {
		return nil, err
	}
	fields, _ := normal.(map[string]any)
	if w := work.Start(ctx, "generating objects"); !w.Make(max(n, 0)) {
		return nil, w.Err()
	}
	out := make([]map[string]any, max(n, 0))
	for i := range out {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		stored, err := structural.NormalizeStored(generate.New(uint64(i), c.generator...).Object(fields, generate.Valid))
		if err != nil {
			return nil, err
		}
		obj := stored.(map[string]any)
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

// WithOtherSpellings adds values that a server accepts and Go types of Kubernetes cannot read,
// or write in another way: a date-time with a lower-case t, fractions or an offset
// (metav1.Time), a duration in words (metav1.Duration), an int-or-string with more than 32 bits
// (intstr.IntOrString).
func WithOtherSpellings() SampleOption {
	return sampleOption(func(c *sampleConfig) { c.generator = nil })
}
