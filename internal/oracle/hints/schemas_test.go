package hints_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

var schemaPath = structural.Path{
	structural.Field("spec"), structural.Field("versions"), structural.Index(0), structural.Field("schema"), structural.Field("openAPIV3Schema"),
}

// crdOf returns a crd with one schema.
func crdOf(schema map[string]any) map[string]any {
	version := map[string]any{"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema}}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things.example.com"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"}, "versions": []any{version},
		},
	}
}

// stride spreads the schemas of a part of the corpus; it divides no length.
const stride = 7919

// invalidSchema is a schema and the number of the error whose hint is applied.
type invalidSchema struct {
	schema map[string]any
	which  uint64
}

// Schemas with errors: the reference does not report an error any more once the
// edits of its hint are applied.
func TestSchemas(t *testing.T) {
	schemas := corpus.Load(t).Schemas()
	real := parity.Cases[map[string]any]{N: parity.Full(len(schemas)), At: func(i int) (string, map[string]any) {
		s := schemas[i*stride%len(schemas)]
		return s.Label(), s.Map
	}}
	cases := parity.Join(
		parity.Times(real, 10, func(seed uint64, schema map[string]any) invalidSchema {
			return invalidSchema{mutate.Schema(parity.Rand(seed), schema, 6), seed}
		}),
		parity.Generated(parity.Full(40_000), func(seed uint64) invalidSchema {
			schema := generate.New(seed).Schema(generate.Nearly)
			return invalidSchema{mutate.Schema(parity.Rand(seed), schema, 8), seed}
		}),
	)
	var all tally
	parity.Run(t, "crd-hints", cases, func(c *parity.Check, in invalidSchema) { applyHint(c, &all, in) })
	if none := all.print("crd-hints"); none > 0 {
		t.Errorf("%d errors without a hint", none)
	}
}

func applyHint(c *parity.Check, all *tally, in invalidSchema) {
	s, problems := cases.FromMap(in.schema)
	for _, p := range problems {
		if p.Kind == field.Undecodable {
			c.Void()
			return
		}
	}
	errs := append(cases.Must(structural.Check(context.Background(), s, structural.Resource)), cases.Must(structural.CheckKeywords(context.Background(), s, structural.Resource))...)
	c.Coded(errs...)
	if len(errs) == 0 {
		c.Void()
		return
	}
	crd := crdOf(in.schema)
	for _, e := range errs.In(schemaPath...) {
		h, found := cases.Must2(hints.For(context.Background(), crd, e))
		all.add(e, h, found)
	}
	err := errs[in.which%uint64(len(errs))]
	h, _ := cases.Must2(hints.For(context.Background(), crd, structural.Errors{err}.In(schemaPath...)[0]))
	before, ok := schemaErrors(crd)
	if h.Edits == nil || !ok || !slices.Contains(before, err.Error()) {
		c.Void()
		return
	}
	after, ok := schemaErrors(h.Apply(crd))
	if len(after) == 1 && strings.HasPrefix(after[0], "panic") {
		c.Void()
		return
	}
	if !ok || !fixed(err.Location(), err.Error(), before, after) {
		c.Fail("errors", after, before, "%s\n%s\nedits: %v", err, h.Text, h.Edits)
	}
}

// schemaErrors returns the errors of the reference about the only schema of a crd.
// It reports false if some are missing because the schema cannot be converted to
// a structural one.
func schemaErrors(crd map[string]any) (texts []string, ok bool) {
	versions := crd["spec"].(map[string]any)["versions"].([]any)
	schema := versions[0].(map[string]any)["schema"].(map[string]any)["openAPIV3Schema"].(map[string]any)
	props, err := upstream.Schema(schema)
	if err != nil {
		return []string{err.Error()}, false
	}
	checked, panicked := upstream.Call(func() upstream.SchemaErrors { return upstream.CheckSchema(props) })
	if panicked != nil {
		return []string{panicked.String()}, false
	}
	texts = checked.Keywords
	s, err := upstream.NewStructuralFrom(props)
	if err != nil {
		return texts, true
	}
	return append(texts, s.Errors(nil)...), true
}
