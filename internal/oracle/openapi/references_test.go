package openapi

import (
	"context"
	"encoding/json"
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apiserver/pkg/cel/openapi/resolver"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2/specschema"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// TestSchemasOfDocuments compares the schemas of crds with those that are read from the
// reference's documents, as types and as text.
func TestSchemasOfDocuments(t *testing.T) {
	parity.Run(t, "schema-document", documents(t), func(c *parity.Check, in published) {
		crd, err := definitionOf(in.Manifest)
		if err != nil {
			c.Void()
			return
		}
		doc, err := theirV3(crd, in.Version)
		if err != nil {
			c.Void()
			return
		}
		text, err := json.Marshal(doc)
		if err != nil {
			c.Fail("text", nil, err.Error(), "the reference's document cannot be encoded")
			return
		}
		plain, err := corpus.DecodeJSON(text)
		if err != nil {
			c.Fail("text", nil, err.Error(), "the reference's document cannot be decoded")
			return
		}
		gv, kind := crd.Spec.Group+"/"+in.Version, crd.Spec.Names.Kind
		typed := readAgain(specschema.FromOpenAPI(context.Background(), doc, gv, kind))
		read := readAgain(specschema.FromDocument(context.Background(), plain, gv, kind))
		want := publishedOf(in)
		c.Equal("FromOpenAPI", serversFields(nonEmpty(typed.Schema)), want)
		c.Equal("FromDocument", serversFields(nonEmpty(read.Schema)), asEncoded(want))
		c.Texts("errors of FromOpenAPI", typed.Errors, nil)
		c.Texts("errors of FromDocument", read.Errors, nil)
	})
}

// publishedOf returns the schema of a version as far as it is published.
func publishedOf(in published) map[string]any {
	s, problems := cases.FromMap(schemaOf(in))
	for _, p := range problems {
		if p.Kind == field.Forbidden {
			s = nil
		}
	}
	if s == nil || len(cases.Must(structural.Check(context.Background(), s, structural.Resource))) > 0 || unknownTypes(s) {
		return map[string]any{"type": "object"}
	}
	root := closed(nonEmpty(withIntegers(s.Unfold().Map())), notBranch)
	root = each(root, notBranch, func(node map[string]any, _ nodeRole) {
		if node["x-kubernetes-embedded-resource"] == true {
			node["required"] = requiredTypeMeta(node["required"])
			node["properties"] = withServersFields(node["properties"])
		}
	})
	root["properties"] = withServersFields(root["properties"])
	return root
}

func unknownTypes(s *structural.Schema) bool {
	for node := range s.Schemas() {
		if node.Type() == structural.OtherType {
			return true
		}
	}
	return false
}

// schemaOf returns the schema of a version, which v1beta1 manifests have for all.
func schemaOf(in published) map[string]any {
	crd := corpus.CRD{Manifest: in.Manifest}
	s, _ := crd.Schema(in.Version)
	return s.Map
}

func requiredTypeMeta(given any) []any {
	list, _ := given.([]any)
	out := append([]any{}, list...)
	for _, name := range []string{"kind", "apiVersion"} {
		if !slices.Contains(out, any(name)) {
			out = append(out, name)
		}
	}
	return out
}

// withServersFields returns properties with those that the server specifies.
func withServersFields(given any) map[string]any {
	out := map[string]any{}
	properties, _ := given.(map[string]any)
	for name, v := range properties {
		out[name] = v
	}
	out["apiVersion"], out["kind"] = map[string]any{"type": "string"}, map[string]any{"type": "string"}
	out["metadata"] = map[string]any{"type": "object"}
	return out
}

// serversFields removes the descriptions of the fields that the server specifies.
func serversFields(schema map[string]any) map[string]any {
	root := each(schema, notBranch, func(node map[string]any, _ nodeRole) {
		if node["x-kubernetes-embedded-resource"] == true {
			node["properties"] = withoutTexts(node["properties"])
		}
	})
	if _, ok := root["properties"]; ok {
		root["properties"] = withoutTexts(root["properties"])
	}
	return root
}

func withoutTexts(given any) map[string]any {
	out := map[string]any{}
	properties, _ := given.(map[string]any)
	for name, v := range properties {
		if name == "apiVersion" || name == "kind" {
			v = map[string]any{"type": v.(map[string]any)["type"]}
		}
		out[name] = v
	}
	return out
}

// builtinDocuments are documents of Kubernetes in the tests of kube-openapi.
var builtinDocuments = []string{
	"util/proto/testdata/openapi_v3_0_0/v1.json", "util/proto/testdata/openapi_v3_0_0/apps/v1.json",
	"util/proto/testdata/openapi_v3_0_0/batch/v1.json", "util/proto/testdata/openapi_v3_0_0/apiextensions.k8s.io/v1.json",
	"openapiconv/testdata_generated_from_k8s/v3_api.v1.json", "spec3/testdata/appsv1spec.json",
}

// builtin is a component of a document.
type builtin struct {
	schemas map[string]*spec.Schema
	name    string
	label   string
}

// TestReferencesOfBuiltins compares all schemas of Kubernetes' documents, with their
// references replaced, with what the reference's resolver makes of them.
func TestReferencesOfBuiltins(t *testing.T) {
	var cases []builtin
	for _, file := range builtinDocuments {
		schemas := builtinSchemas(t, file)
		for name := range schemas {
			cases = append(cases, builtin{schemas, name, file + " " + name})
		}
	}
	parity.Run(t, "schema-references", parity.List(cases, func(b builtin) string { return b.label }), func(c *parity.Check, in builtin) {
		lookup := func(ref string) *spec.Schema { return in.schemas[strings.TrimPrefix(ref, "#/components/schemas/")] }
		ref := "#/components/schemas/" + in.name
		theirs, err := resolver.PopulateRefs(func(ref string) (*spec.Schema, bool) {
			s := lookup(ref)
			return s, s != nil
		}, ref)
		if err != nil {
			c.Fail("references", nil, err.Error(), "the reference cannot replace them")
			return
		}
		want, _, _ := specschema.FromSpec(context.Background(), theirs)
		ours, _, _ := specschema.FromSpec(context.Background(), spec.RefSchema(ref), specschema.WithReferences(lookup))
		c.Equal("schema", resolved(ours.Map()), resolved(want.Map()))
	})
}

func builtinSchemas(t *testing.T, file string) map[string]*spec.Schema {
	pkg, err := build.Default.Import("k8s.io/kube-openapi/pkg/spec3", ".", build.FindOnly)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(pkg.Dir), file))
	require.NoError(t, err)
	var doc spec3.OpenAPI
	require.NoError(t, json.Unmarshal(text, &doc))
	require.NotEmpty(t, doc.Components.Schemas)
	return doc.Components.Schemas
}

// resolved returns a schema without what the reference's resolver loses or leaves to
// its callers: what is written beside references, the kind of cycles, and the form of
// an int-or-string.
func resolved(m map[string]any) map[string]any {
	return each(m, notBranch, func(node map[string]any, _ nodeRole) {
		for _, name := range []string{"default", "description", "title", "x-kubernetes-map-type", "x-kubernetes-list-type"} {
			delete(node, name)
		}
		if node["x-kubernetes-preserve-unknown-fields"] == true {
			delete(node, "x-kubernetes-preserve-unknown-fields")
			node["type"] = "object"
		}
		if node["format"] == "int-or-string" {
			for name := range node {
				delete(node, name)
			}
			node["x-kubernetes-int-or-string"] = true
		}
	})
}
