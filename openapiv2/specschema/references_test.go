package specschema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
)

const (
	groupVersion = "example.com/v1"
	kind         = "Thing"
)

// TestReferences reads the schemas of each case in every way: from documents of both
// versions, as maps and as types of kube-openapi, and with a function for references.
func TestReferences(t *testing.T) {
	cases.Run(t, "testdata/references.yaml", []string{"why", "schemas", "want", "errors", "only"}, func(t *testing.T, c cases.Case) {
		schemas := c.Object(t, "schemas")
		schemas[kind].(map[string]any)["x-kubernetes-group-version-kind"] = []any{
			map[string]any{"group": "example.com", "version": "v1", "kind": kind},
		}
		check := func(s *structural.Schema, errs structural.Errors) {
			t.Helper()
			assert.Equal(t, c.Object(t, "want"), s.Map())
			assert.ElementsMatch(t, c.Texts(t, "errors"), codesOf(errs))
		}
		v3 := map[string]any{"openapi": "3.0.0", "components": map[string]any{"schemas": schemas}}
		check(fromDocument(v3, groupVersion, kind))
		v2 := decoded[map[string]any](t, strings.ReplaceAll(encoded(t, map[string]any{"definitions": schemas}), "#/components/schemas/", "#/definitions/"))
		check(fromDocument(v2, groupVersion, kind))
		if c.Text(t, "only") == "maps" {
			return
		}
		doc := decoded[spec3.OpenAPI](t, encoded(t, v3))
		check(fromOpenAPI(&doc, groupVersion, kind))
		swagger := decoded[spec.Swagger](t, encoded(t, v2))
		check(fromSwagger(&swagger, groupVersion, kind))
	})
}

func codesOf(errs structural.Errors) []string {
	out := []string{}
	for _, e := range errs {
		out = append(out, e.Path.String()+" "+string(e.Code))
	}
	return out
}

func encoded(t testing.TB, v any) string {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

// decoded decodes JSON as encoding/json does, with a float64 for each number.
func decoded[T any](t testing.TB, text string) T {
	var out T
	require.NoError(t, json.Unmarshal([]byte(text), &out), text)
	return out
}

func resolver(schemas map[string]*spec.Schema) specschema.Option {
	return specschema.WithReferences(func(ref string) *spec.Schema { return schemas[strings.TrimPrefix(ref, "#/definitions/")] })
}

// Without WithReferences a $ref is an unsupported keyword, as in a CRD.
func TestReferencesAreKept(t *testing.T) {
	in := spec.RefSchema("#/definitions/A")
	s, errs := fromSpec(spec.MapProperty(in))
	assert.Equal(t, []string{"additionalProperties.$ref unsupported-keyword"}, codesOf(errs))
	assert.Equal(t, map[string]any{"type": "object", "additionalProperties": map[string]any{"$ref": "#/definitions/A"}}, s.Map())
	s, errs = fromSpec(spec.MapProperty(in), resolver(map[string]*spec.Schema{"A": spec.Int64Property()}))
	assert.Empty(t, errs)
	assert.Equal(t, map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer", "format": "int64"}}, s.Map())
}

// The root of a fragment is not a resource: its metadata is an ordinary property.
func TestMetadataOfFragments(t *testing.T) {
	const name = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
	meta := (&spec.Schema{}).Typed("object", "").SetProperty("name", *spec.StringProperty())
	s, errs := fromSpec((&spec.Schema{}).SetProperty("metadata", *spec.RefSchema("#/definitions/" + name)),
		resolver(map[string]*spec.Schema{name: meta}))
	assert.Empty(t, errs)
	assert.NotNil(t, s.Property("metadata").Property("name"))
}

func TestDocumentsWithoutTheKind(t *testing.T) {
	none := []string{"components.schemas document-kind"}
	for _, doc := range []map[string]any{nil, {}, {"components": 5}, {"components": map[string]any{"schemas": map[string]any{
		"": map[string]any{}, "A": 5, "B": map[string]any{"x-kubernetes-group-version-kind": map[string]any{"kind": kind}},
		"C": map[string]any{"x-kubernetes-group-version-kind": []any{5, map[string]any{"group": "example.com", "version": "v2", "kind": kind}}},
	}}}} {
		s, errs := fromDocument(doc, groupVersion, kind)
		assert.Nil(t, s)
		assert.Equal(t, none, codesOf(errs))
		assert.EqualError(t, errs[0], `components.schemas: Not found: "example.com/v1, Kind=Thing"`)
	}
	for _, doc := range []*spec3.OpenAPI{nil, {}, {Components: &spec3.Components{Schemas: map[string]*spec.Schema{"A": nil}}}} {
		_, errs := fromOpenAPI(doc, groupVersion, kind)
		assert.Equal(t, none, codesOf(errs))
	}
	for _, doc := range []*spec.Swagger{nil, {}} {
		_, errs := fromSwagger(doc, "v1", "Pod")
		assert.Equal(t, []string{"definitions document-kind"}, codesOf(errs))
	}
}
