package live_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

const encodeCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.encode.example.com, annotations: {note: "<&>"}}
spec:
  group: encode.example.com
  scope: Namespaced
  names: {plural: lamps, kind: Lamp, shortNames: [la], categories: [all]}
  versions:
  - name: v1
    served: true
    storage: true
    deprecated: true
    subresources: {status: {}, scale: {specReplicasPath: .spec.n, statusReplicasPath: .status.n, labelSelectorPath: .status.s}}
    additionalPrinterColumns: [{name: Number, type: integer, jsonPath: .spec.n, description: "<n>", priority: 1}]
    selectableFields: [{jsonPath: .spec.color}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-preserve-unknown-fields: true
            properties: {color: {type: string, default: red, enum: [red, "a<b"]}, "n": {type: integer, maximum: 7}}
            x-kubernetes-validations: [{rule: "self.n < 9", message: small}]
          status: {type: object, properties: {"n": {type: integer}, s: {type: string}}}
`

// answerOf is a request whose answer is answerOf in several media types.
type answerOf struct{ Method, Path, As, Body string }

func answerOfCases() []answerOf {
	const lamps = "/apis/encode.example.com/v1/namespaces/default/lamps"
	var all []answerOf
	for _, as := range []string{"", "Table", "PartialObjectMetadata", "PartialObjectMetadataList"} {
		for _, path := range []string{lamps, lamps + "?limit=1", lamps + "?labelSelector=none=none", lamps + "/a", lamps + "/a?includeObject=Object",
			lamps + "/b?includeObject=None", lamps + "/a/scale", lamps + "/a/status", lamps + "/absent", lamps + "?limit=x", lamps + "/a/log", "/apis/encode.example.com", "/apis/encode.example.com/v1",
			"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/lamps.encode.example.com",
			"/apis/apiextensions.k8s.io/v1/customresourcedefinitions?fieldSelector=metadata.name=lamps.encode.example.com"} {
			all = append(all, answerOf{Method: "GET", Path: path, As: as})
		}
		all = append(all, answerOf{Method: "DELETE", Path: lamps + "/a?dryRun=All", As: as},
			answerOf{Method: "POST", Path: lamps + "?dryRun=All", As: as, Body: `{"apiVersion":"encode.example.com/v1","kind":"Lamp","metadata":{"name":"A<"},"spec":{"color":"<&>"}}`},
			answerOf{Method: "PUT", Path: lamps + "/a/scale?dryRun=All", As: as, Body: `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"a"},"spec":{"replicas":3}}`})
	}
	return all
}

// media are the media types in which each answer is compared.
var media = []struct{ accept, query string }{{"application/json", ""}, {"application/json", "&pretty=1"}, {"application/json;pretty=1", ""}, {"application/yaml", ""}, {"text/html", ""}}

// TestEncode compares the bytes of answers of each kind, and their media types. Door S3.
func TestEncode(t *testing.T) {
	server := live.Start(t)
	crd := decode(t, encodeCRD)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	for _, name := range []string{"a", "b"} {
		answer := server.Resource(crd, "v1").Create(map[string]any{"apiVersion": "encode.example.com/v1", "kind": "Lamp",
			"metadata": map[string]any{"name": name, "labels": map[string]any{"b": "1", "a": "2"}, "finalizers": []any{"example.com/x"}[:len(name)-1], "generateName": "g",
				"ownerReferences": []any{map[string]any{"apiVersion": "v1", "kind": "K", "name": "n", "uid": "u", "controller": true}}, "annotations": map[string]any{"z": "<&>\u2028", "y": "é"}},
			"spec": map[string]any{"n": int64(1), "f": 0.5, "g": 1e21, "h": []any{}, "i": map[string]any{}, "text": "yes\n<b>"}, "status": map[string]any{"n": int64(1)}})
		require.True(t, answer.Accepted(), answer.Message())
	}
	unwritable(t, server)
	lists(t, server, crd)
	parity.Run(t, "encode-live", parity.List(answerOfCases(), func(e answerOf) string { return e.Method + " " + e.Path + " " + e.As }), func(c *parity.Check, e answerOf) {
		for _, m := range media {
			e.compare(c, server, m.accept, m.query)
		}
	})
}

// lists compares lists that we make of their objects, and the tokens in them.
func lists(t *testing.T, server *live.Server, crd map[string]any) {
	definition, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	for query, want := range map[string]struct {
		key       string
		remaining int64
	}{
		"namespaces/default/lamps": {}, "lamps": {}, "lamps?labelSelector=none=none": {}, "lamps?limit=7": {},
		"namespaces/default/lamps?limit=1": {"a\x00", 1}, "lamps?limit=1": {"default/a\x00", 1}, "lamps?limit=1&labelSelector=a=2": {"default/a\x00", 0},
		"lamps?limit=1&fieldSelector=metadata.namespace=default": {"a\x00", 0},
	} {
		answer := server.Do("GET", "/apis/encode.example.com/v1/"+query, nil)
		var objs []map[string]any
		for _, item := range answer.Body["items"].([]any) {
			objs = append(objs, item.(map[string]any))
		}
		revision, err := strconv.ParseUint(answer.Body["metadata"].(map[string]any)["resourceVersion"].(string), 10, 64)
		require.NoError(t, err)
		next := ""
		if want.key != "" {
			next = httpapi.Start{Revision: int64(revision), Key: want.key}.Token()
		}
		list := registry.List(definition.StorageVersion(), objs, registry.ListMetadata(revision, next, want.remaining))
		body, err := httpapi.Encode(t.Context(), httpapi.MediaType{}, list)
		require.NoError(t, err)
		require.Equal(t, string(answer.Text), string(body), query)
	}
}

// unwritable compares the answer with an object that cannot be written as YAML.
func unwritable(t *testing.T, server *live.Server) {
	const path = "/apis/encode.example.com/v1/namespaces/default/lamps"
	created := server.DoText("POST", path, "application/json", []byte(`{"apiVersion":"encode.example.com/v1","kind":"Lamp","metadata":{"name":"c"},"spec":{"n":1,"text":"\u007f"}}`))
	require.True(t, created.Accepted(), created.Message())
	yaml := httpapi.MediaType{Name: httpapi.YAML}
	_, err := httpapi.Encode(t.Context(), yaml, created.Body)
	status := crdschema.StatusOf(err)
	require.NotNil(t, status)
	body, err := httpapi.Encode(t.Context(), yaml, status.Object())
	require.NoError(t, err)
	answer := server.Send("GET", path+"/c", map[string]string{"Accept": "application/yaml"}, nil)
	require.Equal(t, status.Code, answer.Code)
	require.Equal(t, string(body), string(answer.Text))
	require.True(t, server.Do("DELETE", path+"/c", nil).Accepted())
}

func (e answerOf) compare(c *parity.Check, server *live.Server, accept, query string) {
	name := accept + query
	obj, answer := e.both(server, accept, query)
	if accept == "text/html" { // the Status is about the header
		obj = answer.Body
	}
	m, rejected := httpapi.ParseAccept(e.accept(accept))
	if rejected != nil || obj["status"] == "Failure" || strings.Count(e.Path, "/") < 4 {
		m = httpapi.ParseStatusAccept(e.accept(accept))
	}
	m.Pretty = m.Pretty || m.Indents(strings.TrimPrefix(query, "&"), "")
	c.Equal(name+" media type", m.Name, answer.Header.Get("Content-Type"))
	ours, err := httpapi.Encode(context.Background(), m, obj)
	if err != nil {
		c.Fail("encode", nil, nil, "%v", err)
	}
	c.Equal(name, string(ours), string(answer.Text))
}

// both returns the object and the answer of the same second: tables have ages.
func (e answerOf) both(server *live.Server, accept, query string) (map[string]any, live.Answer) {
	var before, answer live.Answer
	for range 20 {
		before = e.send(server, "application/json", "")
		answer = e.send(server, accept, query)
		if e.As != "Table" || string(before.Text) == string(e.send(server, "application/json", "").Text) {
			break
		}
	}
	return before.Body, answer
}

func (e answerOf) accept(media string) string {
	if e.As != "" {
		media += ";g=meta.k8s.io;v=v1;as=" + e.As
	}
	return media
}

func (e answerOf) send(server *live.Server, accept, query string) live.Answer {
	path := e.Path
	if query != "" {
		path += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + query[1:]
	}
	return server.Send(e.Method, path, map[string]string{"Accept": e.accept(accept), "Content-Type": "application/json"}, []byte(e.Body))
}
