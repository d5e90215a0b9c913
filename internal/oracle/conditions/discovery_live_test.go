package conditions

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema/internal/oracle/live"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/lifecycle"
)

// pair is an answer of ours and one of the server.
type pair struct {
	name         string
	ours, theirs any
}

// TestDiscoveryLive compares whole answers of the server after definitions were
// installed, changed and deleted.
func TestDiscoveryLive(t *testing.T) {
	server := live.Start(t)
	var manifests []map[string]any
	for i := range parity.Full(300) {
		manifests = append(manifests, drawServed(uint64(2_000_000+i)))
	}
	defer release(t, server, manifests)
	conflict(manifests)
	_, err := server.Install(manifests...)
	require.NoError(t, err)
	groups, aggregated := observe(t, server, "installed")
	for _, change := range []struct {
		name string
		do   func(*live.Server, map[string]any, int)
	}{{"changed", changeListed}, {"deleted", removeListed}} {
		for i, m := range manifests {
			change.do(server, m, i)
		}
		g, a := observe(t, server, change.name)
		groups, aggregated = append(groups, g...), append(aggregated, a...)
	}
	label := func(p pair) string { return p.name }
	compare := func(c *parity.Check, p pair) { c.Equal(p.name, p.ours, p.theirs) }
	parity.Run(t, "discovery-documents-live", parity.List(groups, label), compare)
	parity.Run(t, "discovery-aggregated-live", parity.List(aggregated, label), compare)
}

// conflict sets in every fifth definition a short name of the one before it, which
// may be in the same group.
func conflict(manifests []map[string]any) {
	for i, m := range manifests {
		names := m["spec"].(map[string]any)["names"].(map[string]any)
		names["shortNames"] = []any{fmt.Sprint("s", i-i%5/4)}
	}
}

// changeListed changes what is served, and the names of some definitions.
func changeListed(server *live.Server, manifest map[string]any, i int) {
	path := definitionsPath + "/" + live.Name(manifest)
	stored := server.Do(http.MethodGet, path, nil).Body
	spec, ok := stored["spec"].(map[string]any)
	if !ok || i%4 == 0 {
		return
	}
	for at, v := range spec["versions"].([]any) {
		v.(map[string]any)["served"] = i%4 != 1 && (at+i)%3 != 0
	}
	if names := spec["names"].(map[string]any); i%4 == 2 {
		names["kind"], names["listKind"] = fmt.Sprint("Bar", i/2), fmt.Sprint("Bar", i/2, "List")
		names["singular"], names["categories"] = fmt.Sprint("bar", i), []any{"all"}
	}
	server.Do(http.MethodPut, path, stored)
}

// removeListed deletes two of five definitions, and every tenth only after its objects,
// which have a finalizer.
func removeListed(server *live.Server, manifest map[string]any, i int) {
	if i%5 > 1 {
		return
	}
	if i%10 == 0 {
		hold(server, manifest)
	}
	server.Do(http.MethodDelete, definitionsPath+"/"+live.Name(manifest), nil)
}

func hold(server *live.Server, manifest map[string]any) {
	spec := manifest["spec"].(map[string]any)
	stored := server.Do(http.MethodGet, definitionsPath+"/"+live.Name(manifest), nil).Body
	for _, v := range stored["spec"].(map[string]any)["versions"].([]any) {
		version := v.(map[string]any)["name"].(string)
		meta := map[string]any{"name": "held", "finalizers": []any{"a.b/c"}}
		if spec["scope"] == "Namespaced" {
			meta["namespace"] = "default"
		}
		object := map[string]any{"apiVersion": spec["group"].(string) + "/" + version, "kind": spec["names"].(map[string]any)["kind"], "metadata": meta}
		if server.Resource(manifest, version).Create(object).Accepted() {
			return
		}
	}
}

// release removes the finalizers of held objects: the server deletes five definitions at a
// time, and other tests need it to delete theirs.
func release(t *testing.T, server *live.Server, manifests []map[string]any) {
	for _, m := range manifests {
		for _, v := range m["spec"].(map[string]any)["versions"].([]any) {
			resource := server.Resource(m, v.(map[string]any)["name"].(string))
			held := resource.Get("held")
			if meta, ok := held.Body["metadata"].(map[string]any); ok && held.Accepted() {
				delete(meta, "finalizers")
				resource.Update(held.Body)
			}
		}
	}
	terminating := func(crd map[string]any) bool { return metadata(crd)["deletionTimestamp"] != nil }
	eventually(func() bool { return !slices.ContainsFunc(storedDefinitions(t, server), terminating) })
}

// observe returns the answers of the server after it processed all changes: those
// about single groups, and the aggregated document with its headers.
func observe(t *testing.T, server *live.Server, name string) (groups, aggregated []pair) {
	var crds []map[string]any
	var ours map[string]any
	var answer, unchanged live.Answer
	var header http.Header
	eventually(func() bool {
		crds = storedDefinitions(t, server)
		all := append([]lifecycle.Discovery{lifecycle.APIExtensions()}, lifecycle.DiscoverAll(crds)...)
		ours = lifecycle.APIGroupDiscoveryList(all...)
		if answer, header = server.Groups(accepting, ""); !parity.Equal(any(ours), any(answer.Body)) {
			return false
		}
		groups = observeGroups(server, name, crds)
		unchanged, _ = server.Groups(accepting, lifecycle.ETag(ours)) // else the document has changed since
		return unchanged.Code == http.StatusNotModified && !slices.ContainsFunc(groups, func(p pair) bool { return !parity.Equal(p.ours, p.theirs) })
	})
	if groups == nil {
		groups = observeGroups(server, name, crds)
	}
	etag := lifecycle.ETag(ours)
	beta, _ := server.Groups("application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json", "")
	aggregated = []pair{
		{name + " document", any(ours), any(answer.Body)},
		{name + " ETag", etag, header.Get("ETag")},
		{name + " Vary", "Accept", header.Get("Vary")},
		{name + " Cache-Control", "public", header.Get("Cache-Control")},
		{name + " Content-Type", lifecycle.AggregatedMediaType, header.Get("Content-Type")},
		{name + " If-None-Match", int64(http.StatusNotModified), int64(unchanged.Code)},
		{name + " v2beta1", "APIGroupList", beta.Body["kind"]},
	}
	return groups, aggregated
}

func observeGroups(server *live.Server, name string, crds []map[string]any) []pair {
	own := lifecycle.APIExtensions()
	out := []pair{
		{name + " own group", any(own.APIGroup()), server.Do(http.MethodGet, "/apis/"+own.Group, nil).Body},
		{name + " own resources", any(own.APIResourceList("v1")), server.Do(http.MethodGet, "/apis/"+own.Group+"/v1", nil).Body},
	}
	ask := func(path string) any {
		answer := server.Do(http.MethodGet, path, nil)
		if answer.Body == nil {
			return fmt.Sprint(answer.Code, " ", string(answer.Text))
		}
		return sorted(answer.Body)
	}
	for group, versions := range versionsByGroup(crds) {
		d, path := lifecycle.Discover(group, crds), "/apis/"+group
		out = append(out, pair{name + " " + path, orMissing(d.APIGroup()), ask(path)})
		for version := range versions {
			path := path + "/" + version
			out = append(out, pair{name + " " + path, orMissing(d.APIResourceList(version)), ask(path)})
		}
	}
	return out
}

func orMissing(document map[string]any) any {
	if document == nil {
		return "404 404 page not found\n"
	}
	return document
}

// storedDefinitions returns all definitions of the server.
func storedDefinitions(t *testing.T, server *live.Server) []map[string]any {
	list, ok := server.Do(http.MethodGet, definitionsPath, nil).Body["items"].([]any)
	require.True(t, ok)
	var out []map[string]any
	for _, item := range list {
		crd := item.(map[string]any)
		crd["apiVersion"], crd["kind"] = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
		out = append(out, crd)
	}
	return out
}
