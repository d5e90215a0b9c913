package live_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/openapiv2"
	"github.com/seed95800270/crdschema/openapiv2/openapiv3"
)

// part is one entry of a document of the group apiextensions.k8s.io.
type part struct {
	name         string
	ours, theirs any
}

// TestOpenAPIOfDefinitions compares the documents of apiextensions.k8s.io itself,
// entry by entry.
func TestOpenAPIOfDefinitions(t *testing.T) {
	server := live.Start(t)
	v3 := server.Do(http.MethodGet, "/openapi/v3/apis/apiextensions.k8s.io/v1", nil).Body
	require.NotNil(t, v3)
	parts := partsOf("v3 ", comparableDocument(encoded(t, openapiv3.APIExtensions())), comparableDocument(v3))

	v2 := server.OwnOpenAPI()
	delete(v2["paths"].(map[string]any), "/version/")
	delete(v2["definitions"].(map[string]any), "io.k8s.apimachinery.pkg.version.Info")
	ours := encoded(t, openapiv2.APIExtensions())
	parts = append(parts, partsOf("v2 ", comparableSwagger(ours), comparableSwagger(v2))...)
	parity.Run(t, "openapi-definition", parity.List(parts, func(p part) string { return p.name }), func(c *parity.Check, p part) {
		c.Equal(p.name, p.ours, p.theirs)
	})
}

// comparableSwagger returns a v2 document without the descriptions of its models,
// and without the groups of the models that every group has: those that a server
// has in its scheme, which are more in a kube-apiserver.
func comparableSwagger(doc map[string]any) map[string]any {
	definitions := doc["definitions"].(map[string]any)
	for name, model := range definitions {
		definitions[name] = undescribed(model)
		if strings.HasSuffix(name, ".DeleteOptions") || strings.HasSuffix(name, ".WatchEvent") {
			delete(definitions[name].(map[string]any), "x-kubernetes-group-version-kind")
		}
	}
	return doc
}

// partsOf returns the entries of both documents, except the title of the server.
func partsOf(form string, ours, theirs map[string]any) []part {
	var out []part
	delete(ours, "info")
	delete(theirs, "info")
	join := func(name string, a, b map[string]any) {
		for key := range merged(a, b) {
			out = append(out, part{form + name + key, a[key], b[key]})
		}
	}
	for _, key := range []string{"paths", "definitions", "components"} {
		if ours[key] == nil || theirs[key] == nil {
			continue
		}
		a, _ := ours[key].(map[string]any)
		b, _ := theirs[key].(map[string]any)
		if key == "components" {
			a, b = a["schemas"].(map[string]any), b["schemas"].(map[string]any)
		}
		join(key+" ", a, b)
	}
	join("", ours, theirs)
	return out
}

func merged(a, b map[string]any) map[string]any {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}
