package live_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

const pathCRDs = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.path.example.com}
spec:
  group: path.example.com
  scope: Namespaced
  names: {plural: lamps, kind: Lamp}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.a}}
    schema: &schema {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {a: {type: integer}}}, status: {type: object, properties: {a: {type: integer}}}}}}
  - {name: v2, served: true, storage: false, deprecated: true, deprecationWarning: old, schema: *schema}
  - {name: v3, served: false, storage: false, schema: *schema}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rooms.path.example.com}
spec:
  group: path.example.com
  scope: Cluster
  names: {plural: rooms, kind: Room}
  versions: [{name: v1, served: true, storage: true, subresources: {status: {}}, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: namespaces.path.example.com}
spec:
  group: path.example.com
  scope: Namespaced
  names: {plural: namespaces, kind: Namespace}
  versions: [{name: v1, served: true, storage: true, subresources: {status: {}}, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: status.path.example.com}
spec:
  group: path.example.com
  scope: Namespaced
  names: {plural: status, kind: State}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

// paths are below /apis. A server answers them with each method.
var paths = strings.Fields(`
/path.example.com /path.example.com/ /path.example.com/v1 /path.example.com/v1/ /path.example.com/v2 /path.example.com/v3 /path.example.com/v9 /other.example.com /other.example.com/v1
//path.example.com/v1/rooms /path.example.com//rooms /path.example.com/v1//rooms /path.example.com/v1/rooms// /path.example.com/v1/rooms//status /path.example.com/v1/rooms/a//
/path.example.com/v1/rooms /path.example.com/v1/rooms/ /path.example.com/v1/rooms/a /path.example.com/v1/rooms/a/ /path.example.com/v1/rooms/a/status /path.example.com/v1/rooms/a/status/
/path.example.com/v1/rooms/a/status/more/parts /path.example.com/v1/rooms/a/scale /path.example.com/v1/rooms/a/log /path.example.com/v1/rooms/a%2Fstatus /path.example.com/v1/rooms%2fa
/path.example.com/v1/rooms/a%25b /path.example.com/v1/rooms/.. /path.example.com/v1/rooms/. /path.example.com/v1/rooms/a%20b /path.example.com/v1/rooms/%2E%2E /path.example.com/v1/rooms/%C3%A9
/path.example.com/v9/rooms /path.example.com/v3/lamps /path.example.com/v3/namespaces/default/lamps /other.example.com/v1/rooms /path.example.com/v1/tables /path.example.com/v1/Rooms
/path.example.com/v1/namespaces/default/rooms /path.example.com/v1/namespaces/default/rooms/a
/path.example.com/v1/lamps /path.example.com/v1/lamps/a /path.example.com/v1/lamps/a/status /path.example.com/v1/namespaces//lamps /path.example.com/v1/namespaces//lamps/a
/path.example.com/v1/namespaces/default/lamps /path.example.com/v1/namespaces/default/lamps/ /path.example.com/v1/namespaces/default/lamps/a /path.example.com/v1/namespaces/default/lamps/a/
/path.example.com/v1/namespaces/default/lamps/a/status /path.example.com/v1/namespaces/default/lamps/a/scale /path.example.com/v1/namespaces/default/lamps/a/status/x /path.example.com/v1/namespaces/default/lamps/a/Status
/path.example.com/v1/namespaces/default/lamps/missing /path.example.com/v1/namespaces/default/lamps/missing/status /path.example.com/v1/namespaces/default/lamps/missing/log /path.example.com/v1/namespaces/NOT%20A%20NAME/lamps
/path.example.com/v1/namespaces/default/lamps//scale /path.example.com/v1/namespaces/default//lamps /path.example.com/v1//namespaces/default/lamps
/path.example.com/v2/namespaces/default/lamps /path.example.com/v2/namespaces/default/lamps/a /path.example.com/v2/namespaces/default/lamps/a/status /path.example.com/v2/lamps/a /path.example.com/v2/namespaces/default/lamps/a/scale
/path.example.com/v1/namespaces /path.example.com/v1/namespaces/ /path.example.com/v1/namespaces/default /path.example.com/v1/namespaces/default/status /path.example.com/v1/namespaces/default/finalize
/path.example.com/v1/namespaces/default/status/a /path.example.com/v1/namespaces/default/status/a/b /path.example.com/v1/namespaces/default/namespaces /path.example.com/v1/namespaces/default/namespaces/a /path.example.com/v1/status
/path.example.com/v1/watch /path.example.com/v1/watch/ /path.example.com/v1/proxy /path.example.com/v1/proxy/rooms /path.example.com/v1/proxy/rooms/a /path.example.com/v1/proxy/rooms/a/status /path.example.com/v1/watch/rooms/a/status
/path.example.com/v1/watch/rooms/a/log /path.example.com/v1/watch?a=<b>&c /path.example.com/v1/watch/namespaces/default/rooms /path.example.com/v1/watch/tables /path.example.com/v1/watch/watch
/path.example.com/v1/watch/rooms?timeoutSeconds=1&limit=x /path.example.com/v1/watch/rooms/a?fieldSelector=metadata.name=b /path.example.com/v1/watch/namespaces/default/lamps/a/scale
/path.example.com/v1/rooms?watch=1&limit=x /path.example.com/v1/rooms?watch=0 /path.example.com/v1/rooms?limit=x /path.example.com/v1/rooms?fieldSelector=metadata.name=a /path.example.com/v1/rooms//log?fieldSelector=metadata.name=a
/path.example.com/v1/rooms//log?fieldSelector=metadata.name=a,metadata.name=b /path.example.com/v1/rooms//log?fieldSelector=metadata.name=a&limit=x /path.example.com/v1/rooms//log?fieldSelector=metadata.name=a%2Fb
/path.example.com/v1/rooms//log?fieldSelector=metadata.name!=a /path.example.com/v1/rooms//log?watch&fieldSelector=metadata.name=a /path.example.com/v1/rooms//log?labelSelector=,&fieldSelector=metadata.name=a
`)

var methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get"}

// onPath is a request for a path.
type onPath struct{ Method, URL string }

// TestPaths compares which requests have a handler, and the whole answers to the others. Door S4.
func TestPaths(t *testing.T) {
	server := live.Start(t)
	kinds := map[string]*crdschema.Definition{}
	var crds []map[string]any
	for _, text := range strings.Split(pathCRDs, "---\n") {
		crd := decode(t, text)
		definition, err := crdschema.Compile(t.Context(), crd)
		require.NoError(t, err)
		crds, kinds[definition.Name()] = append(crds, crd), definition
	}
	answers, err := server.Install(crds...)
	require.NoError(t, err)
	for _, answer := range answers {
		require.True(t, answer.Accepted(), answer.Message())
	}
	require.True(t, server.Do("POST", "/apis/path.example.com/v1/rooms", map[string]any{"apiVersion": "path.example.com/v1", "kind": "Room", "metadata": map[string]any{"name": "a"}}).Accepted())
	require.True(t, server.Do("POST", "/apis/path.example.com/v1/namespaces/default/lamps", map[string]any{"apiVersion": "path.example.com/v1", "kind": "Lamp", "metadata": map[string]any{"name": "a"}, "spec": map[string]any{"a": int64(1)}}).Accepted())
	var requests []onPath
	for _, path := range append([]string{"", "s", "s/path.example.com/v1/rooms"}, paths...) {
		for _, method := range methods {
			requests = append(requests, onPath{method, "/apis" + path})
		}
	}
	parity.Run(t, "paths", parity.List(requests, func(in onPath) string { return in.Method + " " + in.URL }), func(c *parity.Check, in onPath) {
		in.compare(c, server, kinds)
	})
}

func (in onPath) compare(c *parity.Check, server *live.Server, kinds map[string]*crdschema.Definition) {
	if in.Method == "DELETE" { // deletes nothing
		in.URL = withParameter(in.URL, "dryRun=All&labelSelector=never")
	}
	r := httptest.NewRequest(in.Method, in.URL, nil)
	path, refused := httpapi.ParsePath(r.Method, r.URL)
	var version *crdschema.Version
	if refused == nil && path.Endpoint == httpapi.Resources {
		version, refused = path.Find(kinds[path.CRDName()])
	}
	answer := in.send(server, path.Verb == "watch" && refused == nil)
	var warnings []string
	if version != nil {
		warnings = httpapi.VersionWarnings(version)
	}
	switch {
	case refused != nil:
		c.Equal("warnings", strings.Join(warnings, ";"), strings.Join(answer.Header.Values("Warning"), ";"))
		c.Equal("refusal", in.ours(c, refused), in.theirs(answer))
	case path.Endpoint == httpapi.Resources:
		in.compareHandled(c, path, version, answer)
	case path.Endpoint == httpapi.OneGroup, path.Endpoint == httpapi.GroupVersion:
		exists := path.Group == "path.example.com" && slices.Contains([]string{"", "v1", "v2"}, path.Version)
		c.Equal("document", map[bool]int{true: 200, false: 404}[exists], answer.Code)
		if !exists {
			c.Equal("refusal", in.ours(c, httpapi.PageNotFound()), in.theirs(answer))
		}
	default: // the aggregator answers /apis
		c.Equal("refusal", in.ours(c, httpapi.PageNotFound()), in.theirs(answer))
	}
}

// compareHandled compares requests that have a handler: what it says about the object shows that
// it has the verb, the name and the namespace.
func (in onPath) compareHandled(c *parity.Check, path httpapi.Path, version *crdschema.Version, answer live.Answer) {
	kind, _ := answer.Body["kind"].(string)
	c.Equal("warnings", strings.Join(httpapi.VersionWarnings(version), ";"), strings.Join(answer.Header.Values("Warning"), ";"))
	named := path.Name == "a" && (path.Namespace == "" || path.Namespace == "default") && path.Resource != "status" && path.Resource != "namespaces"
	switch {
	case path.CheckName() != nil && path.Verb != "update" && path.Verb != "patch":
		c.Equal("name", path.CheckName().Object(), answer.Body)
	case path.Verb == "get" && named && path.Subresource == "scale":
		c.Equal("object", "Scale", kind)
	case path.Verb == "get" && named:
		c.Equal("object", version.Definition().Kind(), kind)
	case path.Verb == "delete" && named:
		c.Equal("deleted", "Success", answer.Body["status"])
	case path.Verb == "get", path.Verb == "delete":
		c.Equal("missing", registry.Target{Version: version, Name: path.Name}.NotFound().Object(), answer.Body)
	case path.Verb == "list" && answer.Accepted():
		c.Equal("list", version.Definition().Kind()+"List", kind)
	case path.Verb == "list" || path.Verb == "watch" || path.Verb == "deletecollection":
		_, status := httpapi.ParseList(httptest.NewRequest("GET", in.URL, nil).URL.Query())
		if status != nil {
			c.Equal("parameters", status.Object(), answer.Body)
		}
	default: // the body is empty
		if strings.Contains(answer.Message(), "name must be provided") || answer.Code == http.StatusMethodNotAllowed || answer.Code == http.StatusNotFound {
			c.Fail("handled", nil, nil, "%v", answer)
		}
	}
}

// ours returns the whole answer.
func (in onPath) ours(c *parity.Check, r *httpapi.Rejection) []any {
	if r.Status == nil {
		return []any{r.Code, "text/plain; charset=utf-8", "nosniff", r.Text}
	}
	body, err := httpapi.Encode(context.Background(), httpapi.ParseStatusAccept("application/json"), r.Status.Object())
	if err != nil {
		c.Fail("encode", nil, nil, "%v", err)
	}
	return []any{r.Code, "application/json", "", string(body)}
}

func (onPath) theirs(answer live.Answer) []any {
	return []any{answer.Code, answer.Header.Get("Content-Type"), answer.Header.Get("X-Content-Type-Options"), string(answer.Text)}
}

// send sends the request. A watch ends before it begins.
func (in onPath) send(server *live.Server, watch bool) live.Answer {
	target, contentType := in.URL, "application/json"
	if watch {
		target = withParameter(target, "resourceVersion=x")
	}
	if in.Method == "PATCH" {
		contentType = "application/merge-patch+json"
	}
	return server.Send(in.Method, target, map[string]string{"Accept": "application/json", "Content-Type": contentType}, nil)
}

func withParameter(target, parameter string) string {
	if strings.Contains(target, "?") {
		return target + "&" + parameter
	}
	return target + "?" + parameter
}
