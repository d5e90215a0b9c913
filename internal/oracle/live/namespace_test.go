package live_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/registry"
)

// addressed is a request with a namespace and a name in its URL and in its body.
type addressed struct {
	Cluster   bool
	Op        crdschema.Operation
	Namespace string         // in the URL
	URL       string         // the name in the URL of an update
	Meta      map[string]any // in the body
}

// absent is a field that a body does not have.
type absent struct{}

var (
	bodyNamespaces = []any{absent{}, "default", "other", "", "Not_A_Label", nil, int64(5)}
	bodyNames      = []any{absent{}, "stored", "", "not stored", "A_b", "..", "a/b", strings.Repeat("n", 254), nil, true}
	generateNames  = []any{absent{}, "g-", "", "G_", "g/", "..", strings.Repeat("g", 260), strings.Repeat("é", 40)}
)

// TestNamespace compares requests by the namespace and the name in the URL and in the
// body, for kinds of both scopes.
func TestNamespace(t *testing.T) {
	kinds := addressedKinds(t)
	parity.Run(t, "namespace-live", addressedCases(), func(c *parity.Check, a addressed) {
		kinds[a.Cluster].compare(c, a)
	})
}

func addressedCases() parity.Cases[addressed] {
	return parity.List(addressedRequests(), func(a addressed) string { return fmt.Sprintf("%.200v", a) })
}

// addressedKinds returns a definition of each scope, which are installed once.
var addressedKinds = once(func(t *testing.T) map[bool]addressedKind {
	server := live.Start(t)
	kinds := map[bool]addressedKind{}
	manifests := map[bool]map[string]any{}
	for _, cluster := range []bool{false, true} {
		manifests[cluster] = addressedManifest(cluster)
	}
	answers, err := server.Install(manifests[false], manifests[true])
	require.NoError(t, err)
	for i, cluster := range []bool{false, true} {
		require.True(t, answers[i].Accepted(), answers[i].Message())
		kinds[cluster] = newAddressedKind(t, server, manifests[cluster], cluster)
	}
	return kinds
})

func addressedManifest(cluster bool) map[string]any {
	group, scope := "namespaced.example.com", "Namespaced"
	if cluster {
		group, scope = "cluster.example.com", "Cluster"
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": "things." + group},
		"spec": map[string]any{"group": group, "scope": scope, "names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true, "subresources": map[string]any{"status": map[string]any{}},
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object"}}}}},
	}
}

// addressedRequests returns all requests: creations with every namespace, name and
// generateName, updates with every namespace and name.
func addressedRequests() []addressed {
	var all []addressed
	for _, cluster := range []bool{false, true} {
		urls := []string{"default", "other"}
		if cluster {
			urls = []string{""}
		}
		for _, namespace := range urls {
			for _, inBody := range bodyNamespaces {
				for _, name := range bodyNames {
					for _, generate := range generateNames {
						meta := present(map[string]any{"namespace": inBody, "name": name, "generateName": generate})
						all = append(all, addressed{Cluster: cluster, Namespace: namespace, Meta: meta})
					}
					for _, op := range []crdschema.Operation{crdschema.Update, crdschema.UpdateStatus} {
						meta := present(map[string]any{"namespace": inBody, "name": name})
						all = append(all, addressed{Cluster: cluster, Op: op, Namespace: namespace, URL: "stored", Meta: meta},
							addressed{Cluster: cluster, Op: op, Namespace: namespace, URL: "not stored", Meta: meta})
					}
				}
			}
		}
	}
	return all
}

// present returns fields without the absent ones.
func present(fields map[string]any) map[string]any {
	maps.DeleteFunc(fields, func(_ string, v any) bool { return v == any(absent{}) })
	return fields
}

// addressedKind is a definition on both sides with an object called stored in each
// namespace.
type addressedKind struct {
	server *live.Server
	ours   *crdschema.Definition
	group  string
	stored map[string]map[string]any // by namespace
}

func newAddressedKind(t *testing.T, server *live.Server, manifest map[string]any, cluster bool) addressedKind {
	ours, err := crdschema.Compile(t.Context(), manifest)
	require.NoError(t, err)
	k := addressedKind{server: server, ours: ours, group: ours.Group(), stored: map[string]map[string]any{}}
	namespaces := []string{"default", "other"}
	if cluster {
		namespaces = []string{""}
	}
	for _, namespace := range namespaces {
		answer := server.Do(http.MethodPost, k.path(namespace), k.object(map[string]any{"name": "stored"}))
		require.True(t, answer.Accepted(), answer.Message())
		k.stored[namespace] = answer.Body
	}
	return k
}

// path returns the path of the collection in a namespace.
func (k addressedKind) path(namespace string) string {
	if namespace == "" {
		return "/apis/" + k.group + "/v1/things"
	}
	return "/apis/" + k.group + "/v1/namespaces/" + namespace + "/things"
}

func (k addressedKind) object(meta map[string]any) map[string]any {
	return map[string]any{"apiVersion": k.group + "/v1", "kind": "Thing", "metadata": meta}
}

// requests returns the request for our side, and a function that sends it to the
// server.
func (k addressedKind) requests(a addressed) (crdschema.Request, func() live.Answer) {
	req := crdschema.Request{Operation: a.Op, Namespace: a.Namespace, Name: a.URL, DryRun: true}
	meta := maps.Clone(a.Meta)
	method, path := http.MethodPost, k.path(a.Namespace)
	if a.Op != crdschema.Create {
		stored := k.stored[a.Namespace]
		if a.URL == "stored" {
			req.Old = stored
		}
		meta["resourceVersion"] = stored["metadata"].(map[string]any)["resourceVersion"]
		method, path = http.MethodPut, path+"/"+url.PathEscape(a.URL)
		if a.Op == crdschema.UpdateStatus {
			path += "/status"
		}
	}
	req.Object = k.object(meta)
	return req, func() live.Answer { return k.server.Do(method, path+"?dryRun=All", req.Object) }
}

func (k addressedKind) compare(c *parity.Check, a addressed) {
	req, send := k.requests(a)
	theirs := send()
	req.NameSuffix = suffixOf(theirs)
	ours, err := k.ours.Admit(context.Background(), req)
	if err != nil {
		c.Fail("verdict", nil, nil, "%v", err)
		return
	}
	if exists(theirs) { // which a request alone does not tell
		c.Equal("accepted", ours.Accepted(), true)
		version, _ := k.ours.Version("v1")
		status := registry.Target{Version: version}.AlreadyExists(ours.Object, k.stored[a.Namespace])
		c.Equal("exists", status.Object(), theirs.Body)
		return
	}
	c.Equal("code", int64(code(ours)), int64(theirs.Code))
	c.Equal("warnings", asValues(ours.Warnings), asValues(theirs.Warnings))
	switch {
	case ours.Status() != nil && len(ours.Errors) == 0:
		c.Equal("reason", ours.Status().Reason, theirs.Reason())
		c.Equal("message", ours.Status().Message, theirs.Message())
	case len(ours.Errors) > 0:
		c.Texts("errors", c.OurTexts(ours.Errors), unique(theirs.Causes()))
	default:
		c.Equal("object", lasting(ours.Object), lasting(theirs.Body))
	}
}

// suffixOf returns what the server has appended to a generateName: the last five
// bytes of the name in its response.
func suffixOf(a live.Answer) string {
	name := live.Name(a.Body)
	if details, ok := a.Body["details"].(map[string]any); ok {
		name, _ = details["name"].(string)
	}
	return name[max(0, len(name)-5):]
}

// exists reports whether the server refused to create an object that exists.
func exists(a live.Answer) bool {
	return a.Code == http.StatusConflict && a.Reason() == "AlreadyExists"
}

// unique returns texts without repetitions.
func unique(texts []string) []string {
	sorted := slices.Sorted(slices.Values(texts))
	return slices.Compact(sorted)
}
