package lifecycle

import "strings"

// AggregatedMediaType is the Content-Type of an APIGroupDiscoveryList. Clients that list it
// in Accept get this document from /apis instead of an APIGroupList. A 1.37 server ignores
// the version v2beta1 of the document in Accept.
const AggregatedMediaType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

// APIGroupDiscoveryList returns the aggregated discovery document of apidiscovery.k8s.io/v2:
// the groups in the given order, without groups that lack a version. A server returns it at
// /apis with the Content-Type [AggregatedMediaType] and these headers:
//
//	ETag: [ETag] of the document
//	Vary: Accept
//	Cache-Control: public
//
// To a request with this ETag in If-None-Match it answers 304 without a body.
//
// Subresources without a resource get one without a kind and verbs. The result shares
// only strings with the groups.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController;
// k8s.io/apiserver/pkg/endpoints, ConvertGroupVersionIntoToDiscovery.
func APIGroupDiscoveryList(groups ...Discovery) map[string]any {
	items := []any{}
	for _, d := range groups {
		if len(d.Versions) == 0 {
			continue
		}
		versions := make([]any, len(d.Versions))
		for i, v := range d.Versions {
			versions[i] = d.aggregate(v)
		}
		items = append(items, map[string]any{"metadata": map[string]any{"name": d.Group}, "versions": versions})
	}
	return map[string]any{"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2",
		"metadata": map[string]any{}, "items": items}
}

func (d Discovery) aggregate(version string) map[string]any {
	a := aggregator{byName: map[string]map[string]any{}}
	if !d.builtIn {
		a.group, a.version = d.Group, version
	}
	for _, entry := range d.Resources[version] {
		if name, subresource, found := strings.Cut(text(entry, "name"), "/"); found {
			a.addSubresource(a.parent(name, entry), subresource, entry)
		} else {
			a.addResource(name, entry)
		}
	}
	out := map[string]any{"version": version, "freshness": "Current"}
	if len(a.resources) > 0 {
		out["resources"] = a.resources
	}
	return out
}

type aggregator struct {
	group, version string // the default of kinds, or empty
	resources      []any
	byName         map[string]map[string]any
}

func (a *aggregator) add(name string, resource map[string]any) {
	a.resources = append(a.resources, resource)
	a.byName[name] = resource
}

func (a *aggregator) addResource(name string, entry map[string]any) {
	resource := map[string]any{"resource": name, "singularResource": text(entry, "singularName"),
		"scope": scopeOf(entry), "responseKind": a.kindOf(entry), "verbs": copyOf(entry, "verbs")}
	for _, field := range []string{"shortNames", "categories"} {
		if values := copyOf(entry, field); len(values) > 0 {
			resource[field] = values
		}
	}
	a.add(name, resource)
}

func (a *aggregator) parent(name string, entry map[string]any) map[string]any {
	if a.byName[name] == nil {
		a.add(name, map[string]any{"resource": name, "singularResource": "",
			"scope": scopeOf(entry), "responseKind": kindFields("", "", ""), "verbs": nil})
	}
	return a.byName[name]
}

func (a *aggregator) addSubresource(parent map[string]any, name string, entry map[string]any) {
	parent["subresources"] = append(list(parent, "subresources"), map[string]any{
		"subresource": name, "responseKind": a.kindOf(entry), "verbs": copyOf(entry, "verbs")})
}

func (a *aggregator) kindOf(entry map[string]any) map[string]any {
	group, version := text(entry, "group"), text(entry, "version")
	if version == "" {
		group, version = a.group, a.version
	}
	return kindFields(group, version, text(entry, "kind"))
}

func kindFields(group, version, kind string) map[string]any {
	return map[string]any{"group": group, "version": version, "kind": kind}
}

func scopeOf(entry map[string]any) string {
	if namespaced, _ := entry["namespaced"].(bool); namespaced {
		return "Namespaced"
	}
	return "Cluster"
}

func copyOf(entry map[string]any, name string) []any {
	out := []any{}
	for _, s := range texts(entry, name) {
		out = append(out, s)
	}
	return out
}
