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
// The error is about a schema that is not a JSON value, the context, or the budget
// (structural.ErrTooMuchWork).
func Generate(ctx context.Context, apiVersion, kind string, schema map[string]any, n int) ([]map[string]any, error) {
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
		obj := generate.New(uint64(i)).Object(fields, generate.Valid)
		obj["apiVersion"], obj["kind"] = apiVersion, kind
		obj["metadata"] = map[string]any{"name": fmt.Sprint("sample-", i), "namespace": "default"}
		out[i] = obj
	}
	return out, nil
}
