package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/cases"
)

// parsePath parses "METHOD URL".
func parsePath(t testing.TB, request string) (httpapi.Path, *httpapi.Rejection) {
	method, text, _ := strings.Cut(request, " ")
	u, err := url.ParseRequestURI(text)
	require.NoError(t, err)
	return httpapi.ParsePath(method, u)
}

func TestParsePath(t *testing.T) {
	cases.Run(t, "testdata/paths.yaml", []string{"paths"}, func(t *testing.T, c cases.Case) {
		for request, want := range c.Object(t, "paths") {
			got, refused := parsePath(t, request)
			if text, refuses := want.(string); refuses {
				assert.Equal(t, &httpapi.Rejection{Code: 500, Text: text + "\n"}, refused, request)
				assert.Zero(t, got, request)
				continue
			}
			var path httpapi.Path
			text, err := json.Marshal(want)
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(text, &path))
			assert.Nil(t, refused, request)
			assert.Equal(t, path, got, request)
		}
	})
	path, refused := httpapi.ParsePath("GET", nil)
	assert.Zero(t, path)
	assert.Nil(t, refused)
}

// found returns what Find and CheckName say about a request: the version, and the refusal.
func found(t testing.TB, request string, definitions ...*crdschema.Definition) string {
	path, refused := parsePath(t, request)
	require.Nil(t, refused, request)
	var named *crdschema.Definition
	for _, d := range definitions {
		if d.Name() == path.CRDName() {
			named = d
		}
	}
	version, refused := path.Find(named)
	out := ""
	if version != nil {
		out = version.Name()
	}
	switch {
	case refused == nil && path.CheckName() != nil:
		return fmt.Sprint(out, " ", path.CheckName().Code, " ", path.CheckName())
	case refused == nil:
		return out
	case refused.Status == nil:
		return fmt.Sprint(out, " ", refused.Code, " ", strings.TrimSpace(refused.Text))
	}
	return fmt.Sprint(out, " ", refused.Code, " ", refused.Status)
}

func TestFind(t *testing.T) {
	const crd = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: PLURAL.example.com}
spec:
  group: example.com
  scope: SCOPE
  names: {plural: PLURAL, kind: Thing}
  versions:
  - {name: v1, served: true, storage: true, subresources: {status: {}}, schema: {openAPIV3Schema: {type: object}}}
  - {name: v2, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
`
	lamps := crdschema.MustCompileYAML(strings.NewReplacer("PLURAL", "lamps", "SCOPE", "Namespaced").Replace(crd))
	rooms := crdschema.MustCompileYAML(strings.NewReplacer("PLURAL", "rooms", "SCOPE", "Cluster").Replace(crd))
	const notFound = " 404 404 page not found"
	cases.Run(t, "testdata/find.yaml", []string{"requests", "text"}, func(t *testing.T, c cases.Case) {
		for _, request := range c.Texts(t, "requests") {
			want := c.Text(t, "text")
			if want == "" {
				want = notFound
			}
			assert.Equal(t, want, found(t, request, lamps, rooms), request)
		}
	})
	path, _ := parsePath(t, "GET /apis/example.com/v1/rooms")
	_, refused := path.Find(lamps) // another CRD
	assert.Equal(t, httpapi.PageNotFound(), refused)
	_, refused = httpapi.Path{}.Find(rooms)
	assert.Equal(t, httpapi.PageNotFound(), refused)
}
