package specschema_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
	"github.com/seed95800270/crdschema/structural"
)

// TestPublishedSchemasValidateAlike publishes CRDs, reads their schemas back, and admits
// objects with both: what a tool does that can read the documents of a cluster but not
// its CRDs.
func TestPublishedSchemasValidateAlike(t *testing.T) {
	accepted, rejected := 0, 0
	compare := func(own, read *crdschema.Definition, obj map[string]any) {
		want, got := create(t, own, obj), create(t, read, obj)
		require.Equal(t, want.Errors.Texts(), got.Errors.Texts(), "%v", obj)
		require.Equal(t, want.Status(), got.Status())
		require.Equal(t, want.Validated, got.Validated)
		if want.Accepted() {
			accepted++
		} else {
			rejected++
		}
	}
	for seed := range uint64(100) {
		g := generate.New(seed, generate.WithNodes(40))
		if seed%4 == 0 {
			g = generate.New(seed, generate.WithDemandingRules(), generate.WithNodes(20))
		}
		schema := published(g.Schema(generate.Valid))
		own, read := both(t, schema)
		for i := range 10 {
			compare(own, read, g.Object(schema, generate.Flavor(i%2)))
		}
	}
	for _, crd := range corpus(t) {
		own, read := both(t, published(crd.schema))
		for i := range 20 {
			obj := generate.New(uint64(i)).Mutate(crd.object, i).(map[string]any)
			obj["apiVersion"], obj["kind"] = generate.APIVersion, generate.Kind
			compare(own, read, obj)
		}
	}
	assert.Greater(t, accepted, 300)
	assert.Greater(t, rejected, 300)
}

// published returns a schema as far as it is published: apiVersion, kind and metadata of
// resources are the server's, branches have no additionalProperties, and the types of an
// int-or-string are spelled out.
func published(schema map[string]any) map[string]any {
	out := structural.Clone(schema)
	declareMetadata(out)
	publish(out, notBranch)
	s, _ := cases.FromMap(out)
	return s.Unfold().Map()
}

type nodeRole int

const (
	notBranch nodeRole = iota
	branch
)

func publish(v any, role nodeRole) {
	switch v := v.(type) {
	case map[string]any:
		if v["x-kubernetes-embedded-resource"] == true {
			declareMetadata(v)
			requireTypeMeta(v)
		}
		if role == branch {
			delete(v, "additionalProperties")
		}
		for name, e := range v {
			below := role
			if slices.Contains([]string{"allOf", "anyOf", "oneOf", "not"}, name) {
				below = branch
			}
			publish(e, below)
		}
	case []any:
		for _, e := range v {
			publish(e, role)
		}
	}
}

func declareMetadata(resource map[string]any) {
	properties, ok := resource["properties"].(map[string]any)
	if !ok {
		properties = map[string]any{}
		resource["properties"] = properties
	}
	properties["apiVersion"] = map[string]any{"type": "string"}
	properties["kind"] = map[string]any{"type": "string"}
	properties["metadata"] = map[string]any{"type": "object"}
}

func requireTypeMeta(resource map[string]any) {
	required, _ := resource["required"].([]any)
	for _, name := range []string{"kind", "apiVersion"} {
		if !slices.Contains(required, any(name)) {
			required = append(required, name)
		}
	}
	resource["required"] = required
}

// both compiles a CRD with a schema, and one with the schema that is read from the
// document of the first.
func both(t *testing.T, schema map[string]any) (own, read *crdschema.Definition) {
	crd := generate.CRD(schema)
	doc, err := openapiv3.BuildMap(context.Background(), crd, generate.Version)
	require.NoError(t, err)
	s, errs := fromDocument(doc, generate.APIVersion, generate.Kind)
	require.Empty(t, errs)
	require.Empty(t, cases.Must(structural.Check(t.Context(), s, structural.Resource)))
	own, err = crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	read, err = crdschema.Compile(t.Context(), generate.CRD(s.Map()))
	require.NoError(t, err)
	return own, read
}

func create(t *testing.T, d *crdschema.Definition, obj map[string]any) crdschema.Result {
	result, err := d.Admit(t.Context(), crdschema.Request{Operation: crdschema.Create, Object: obj, Namespace: "default"})
	require.NoError(t, err)
	return result
}

// corpusObject is an object of the repository with its structural schema.
type corpusObject struct{ schema, object map[string]any }

func corpus(t *testing.T) (out []corpusObject) {
	for _, file := range files(t, "../../testdata/corpus/*/crds/*.yaml") {
		crd, err := crdschema.Compile(t.Context(), manifest(t, file))
		require.NoError(t, err)
		for _, name := range files(t, filepath.Dir(file)+"/../objects/"+crd.Name()+"/*.yaml") {
			obj := manifest(t, name)
			apiVersion, _ := obj["apiVersion"].(string)
			v, found := crd.Version(filepath.Base(apiVersion))
			if found && len(cases.Must(structural.Check(t.Context(), v.Schema(), structural.Resource))) == 0 {
				out = append(out, corpusObject{v.Schema().Map(), obj})
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}

func files(t *testing.T, pattern string) []string {
	names, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return names
}

func manifest(t *testing.T, file string) map[string]any {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	docs, err := document.DecodeYAML(context.Background(), text)
	require.NoError(t, err)
	return docs[0].Object
}
