package live_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

// TestAnswers compares the answers to requests about what is not there: objects,
// subresources and methods; and to new objects with the name of a stored one.
func TestAnswers(t *testing.T) {
	k := answeringKind(t)
	parity.Run(t, "answers", parity.Generated(parity.Full(6_000), missingFor), k.compareMissing)
	parity.Run(t, "answers-methods", parity.List(methodCases(), func(m methodCase) string { return fmt.Sprint(m) }), k.compareMethod)
	k.store(t, 3)
	parity.Run(t, "answers-kinds", parity.List(kindCases(), func(m kindCase) string { return fmt.Sprint(m) }), k.compareKind)
	parity.Run(t, "answers-exists", parity.Generated(parity.Full(600), existingFor), k.compareExists)
}

// answering is a definition on both sides: v1 has no subresources, v2 has both.
type answering struct {
	server *live.Server
	ours   *crdschema.Definition
}

func answeringKind(t *testing.T) answering {
	schema := map[string]any{"openAPIV3Schema": map[string]any{"type": "object",
		"properties": map[string]any{"spec": map[string]any{"type": "object", "properties": map[string]any{"n": map[string]any{"type": "integer"}}}}}}
	subresources := map[string]any{"status": map[string]any{},
		"scale": map[string]any{"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}}
	crd := map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things.answers.example.com"},
		"spec": map[string]any{"group": "answers.example.com", "scope": "Namespaced", "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "schema": schema},
				map[string]any{"name": "v2", "served": true, "storage": false, "schema": schema, "subresources": subresources}}},
	}
	server := live.Start(t)
	answers, err := server.Install(crd)
	require.NoError(t, err)
	require.True(t, answers[0].Accepted(), answers[0].Message())
	ours, err := crdschema.Compile(t.Context(), crd)
	require.NoError(t, err)
	return answering{server, ours}
}

func (k answering) path(version, name, subresource string) string {
	path := "/apis/answers.example.com/" + version + "/namespaces/default/things"
	if name != "" {
		path += "/" + url.PathEscape(name)
	}
	if subresource != "" {
		path += "/" + subresource
	}
	return path
}

// missingCase is a request to update or patch an object that is not stored.
type missingCase struct {
	Op                        crdschema.Operation
	Version, Name, Body, Type string
	Fields                    crdschema.FieldValidation
	DryRun                    bool
}

var missingBodies = map[bool][]string{
	false: {
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"N"}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"N","uid":"u","resourceVersion":"1"},"spec":{"n":"x"}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"N","ownerReferences":[{"uid":"a"},{"uid":"a"}]}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"N"},"spec":{"n":1,"x":2,"n":3}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"other"}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Thing","metadata":{"name":"N","namespace":"other"}}`,
		`{"apiVersion":"answers.example.com/v3","kind":"Thing","metadata":{"name":"N"}}`,
		`{"apiVersion":"answers.example.com/V","kind":"Other","metadata":{"name":"N"}}`,
		`{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"N"},"spec":{"replicas":3}}`,
		`{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"other","uid":"u"},"spec":{"replicas":"x"}}`,
		`{}`, `{"kind":`, ``, `null`, `kind: Thing`,
	},
	true: {
		`{"spec":{"n":1}}`, `[{"op":"add","path":"/spec/n","value":1}]`, `[]`, `{}`, `{"spec":{"n":1,"n":2,"x":1}}`,
		`{"metadata":{"name":"other","namespace":"other"}}`, `[{"op":"nonsense"}]`, `{`, ``, `null`, `1`, `{"kind":"Other"}`,
	},
}

func missingFor(seed uint64) missingCase {
	r := parity.Rand(seed)
	ops := []crdschema.Operation{crdschema.Update, crdschema.UpdateStatus, crdschema.UpdateScale, crdschema.Patch, crdschema.PatchStatus, crdschema.PatchScale}
	m := missingCase{Op: ops[r.IntN(len(ops))], Version: []string{"v1", "v2", "v2"}[r.IntN(3)], Name: []string{"absent", "ABSENT", "a b"}[r.IntN(3)],
		Fields: crdschema.FieldValidation(r.IntN(3)), DryRun: r.IntN(3) == 0}
	isPatch := m.Op >= crdschema.Patch
	types := []string{"application/json", "", "application/yaml", "text/plain"}
	if isPatch {
		types = []string{"application/merge-patch+json", "application/json-patch+json; charset=utf-8", "application/json", "application/strategic-merge-patch+json"}
	}
	m.Type = types[min(r.IntN(12), 3)]
	if r.IntN(2) == 0 {
		m.Type = types[r.IntN(2)]
	}
	m.Body = missingBodies[isPatch][r.IntN(len(missingBodies[isPatch]))]
	return m
}

// subresource returns what follows the name in the URL.
func (m missingCase) subresource() string {
	switch m.Op {
	case crdschema.UpdateStatus, crdschema.PatchStatus:
		return "status"
	case crdschema.UpdateScale, crdschema.PatchScale:
		return "scale"
	default:
		return ""
	}
}

func (k answering) compareMissing(c *parity.Check, m missingCase) {
	body := []byte(replaced(m.Body, m.Version, m.Name))
	ours, err := k.ours.Admit(context.Background(), crdschema.Request{Operation: m.Op, Body: body, ContentType: m.Type, Version: m.Version,
		Namespace: "default", Name: m.Name, FieldValidation: m.Fields, DryRun: m.DryRun})
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	query := "?fieldValidation=" + m.Fields.String()
	if m.DryRun {
		query += "&dryRun=All"
	}
	method := http.MethodPut
	if m.Op >= crdschema.Patch {
		method = http.MethodPatch
	}
	send := func() live.Answer {
		return k.server.DoText(method, k.path(m.Version, m.Name, m.subresource())+query, m.Type, body)
	}
	theirs := send()
	c.Equal("accepted", ours.Accepted(), false)
	c.Equal("warnings", asValues(ours.Warnings), asValues(theirs.Warnings))
	if rejection := ours.Status(); rejection != nil {
		c.Equal("status", rejection.Object(), theirs.Body, parity.Row("D2", func() any { return another(send, rejection.Message) }))
	}
}

func replaced(text, version, name string) string {
	return strings.NewReplacer("example.com/V", "example.com/"+version, `"N"`, `"`+name+`"`).Replace(text)
}

// methodCase is a request with a method of a subresource, which may not be there.
type methodCase struct{ Method, Verb, Version, Subresource string }

func methodCases() []methodCase {
	var all []methodCase
	for _, m := range []methodCase{{Method: "POST", Verb: "create"}, {Method: "DELETE", Verb: "delete"}, {Method: "GET"}, {Method: "OPTIONS"}, {Method: "TRACE"}} {
		for _, m.Version = range []string{"v1", "v2"} {
			for _, m.Subresource = range []string{"", "status", "scale", "log"} {
				if m.Subresource != "" || m.Verb == "" && m.Method != "GET" {
					all = append(all, m)
				}
			}
		}
	}
	return append(all, methodCase{Method: "GET", Version: "v1"})
}

func (k answering) compareMethod(c *parity.Check, m methodCase) {
	version, _ := k.ours.Version(m.Version)
	target := registry.Target{Version: version, Namespace: "default", Name: "absent"}
	ours := target.MethodNotAllowed(m.Verb)
	served := m.Subresource == "" || m.Version == "v2" && m.Subresource != "log"
	if !served || m.Method == "GET" {
		ours = target.NotFound()
	}
	theirs := k.server.Do(m.Method, k.path(m.Version, "absent", m.Subresource), nil)
	c.Equal("status", ours.Object(), theirs.Body)
}

// existingCase is a request to create an object with the name of a stored one.
type existingCase struct {
	Deleted, Generated, DryRun bool
	Version                    string
}

func existingFor(seed uint64) existingCase {
	return existingCase{Deleted: seed%2 == 0, Generated: seed/2%3 == 0, DryRun: seed/6%3 == 0, Version: []string{"v1", "v2"}[seed/18%2]}
}

// existing counts the stored objects, each of which has a name of its own.
var existing atomic.Int64

func (k answering) compareExists(c *parity.Check, x existingCase) {
	name := fmt.Sprint("e", existing.Add(1))
	stored := k.object(x.Version, map[string]any{"name": name, "finalizers": []any{"example.com/a"}})
	created := k.server.Do(http.MethodPost, k.path(x.Version, "", ""), stored)
	if x.Deleted {
		created = k.server.Do(http.MethodDelete, k.path(x.Version, name, ""), nil)
	}
	c.Equal("stored", created.Accepted(), true)
	obj := k.object(x.Version, map[string]any{"name": name})
	if x.Generated {
		obj["metadata"].(map[string]any)["generateName"] = "e"
	}
	query := ""
	if x.DryRun {
		query = "?dryRun=All"
	}
	theirs := k.server.Do(http.MethodPost, k.path(x.Version, "", "")+query, obj)
	version, _ := k.ours.Version(x.Version)
	c.Equal("status", registry.Target{Version: version}.AlreadyExists(obj, created.Body).Object(), theirs.Body)
}

func (answering) object(version string, meta map[string]any) map[string]any {
	return map[string]any{"apiVersion": "answers.example.com/" + version, "kind": "Thing", "metadata": meta}
}

// kindCase is a request for objects as another kind.
type kindCase struct{ As, Version, Name, Query string }

func kindCases() []kindCase {
	var all []kindCase
	for _, version := range []string{"v1", "v1beta1"} {
		for _, query := range []string{"", "?limit=1", "?labelSelector=absent", "?includeObject=Object", "?includeObject=None"} {
			all = append(all, kindCase{"Table", version, "", query}, kindCase{"PartialObjectMetadataList", version, "", query})
		}
		all = append(all, kindCase{"Table", version, "s1", ""}, kindCase{"PartialObjectMetadata", version, "s1", ""})
	}
	return all
}

// store creates n objects.
func (k answering) store(t *testing.T, n int) {
	for i := range n {
		meta := map[string]any{"name": fmt.Sprint("s", i), "labels": map[string]any{"a": "b"}, "annotations": map[string]any{"c": "<d>"}, "generateName": "s"}
		answer := k.server.Do(http.MethodPost, k.path("v1", "", ""), k.object("v1", meta))
		require.True(t, answer.Accepted(), answer.Message())
	}
}

func (k answering) compareKind(c *parity.Check, m kindCase) {
	path := k.path("v1", m.Name, "") + m.Query
	plain := k.server.Do(http.MethodGet, path, nil).Body
	objs := []map[string]any{plain}
	if m.Name == "" {
		objs = nil
		for _, item := range plain["items"].([]any) {
			objs = append(objs, item.(map[string]any))
		}
	}
	list, _ := plain["metadata"].(map[string]any)
	version, _ := k.ours.Version("v1")
	accept := "application/json;g=meta.k8s.io;v=" + m.Version + ";as=" + m.As
	theirs := k.server.Send(http.MethodGet, path, map[string]string{"Accept": accept}, nil)
	media, _ := httpapi.ParseAccept(accept)
	ours, err := registry.PartialMetadata(context.Background(), plain, media.Version)
	c.Equal("error", err, nil)
	switch media.As {
	case httpapi.Table:
		url, err := url.Parse(path)
		c.Equal("url", err, nil)
		opts, _ := httpapi.ParseTable(url.Query())
		opts = append(opts, registry.WithListMetadata(list), registry.WithTableVersion(media.Version))
		ours, err = cases.Must(registry.NewPrinter(context.Background(), version)).Table(context.Background(), objs, time.Now(), opts...)
		c.Equal("error", err, nil)
	case httpapi.PartialObjectMetadataList:
		ours, err = registry.PartialMetadataList(context.Background(), objs, list, media.Version)
		c.Equal("error", err, nil)
	}
	c.Equal("answer", withoutAges(written(ours)), withoutAges(theirs.Body))
	c.Equal("content type", theirs.Header.Get("Content-Type"), "application/json")
}

// withoutAges returns a table without the texts of ages, and without the descriptions of
// columns, which have our words.
func withoutAges(obj map[string]any) map[string]any {
	definitions, _ := obj["columnDefinitions"].([]any)
	for _, column := range definitions {
		delete(column.(map[string]any), "description")
	}
	rows, _ := obj["rows"].([]any)
	for _, row := range rows {
		cells := row.(map[string]any)["cells"].([]any)
		cells[len(cells)-1] = nil
	}
	return obj
}
