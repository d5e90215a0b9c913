package lifecycle

import (
	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/internal/gotype"
)

// APIGroup returns the answer of a server to GET /apis/GROUP, or nil if no version of the
// group is served. The answer is then 404 with the text "404 page not found", not a Status.
func (d Discovery) APIGroup() map[string]any {
	group := d.groupFields()
	if group != nil {
		group["kind"], group["apiVersion"] = "APIGroup", "v1"
	}
	return group
}

func (d Discovery) groupFields() map[string]any {
	if len(d.Versions) == 0 {
		return nil
	}
	versions := make([]any, len(d.Versions))
	for i, v := range d.Versions {
		versions[i] = d.groupVersion(v)
	}
	return map[string]any{"name": d.Group, "versions": versions, "preferredVersion": d.groupVersion(d.Versions[0])}
}

func (d Discovery) groupVersion(version string) map[string]any {
	return map[string]any{"groupVersion": gotype.GroupVersion{Group: d.Group, Version: version}.String(), "version": version}
}

// APIResourceList returns the answer of a server to GET /apis/GROUP/VERSION, or nil if the
// group does not have the version. The list shares the resources with d.
func (d Discovery) APIResourceList(version string) map[string]any {
	entries, found := d.Resources[version]
	if !found {
		return nil
	}
	resources := make([]any, len(entries))
	for i, entry := range entries {
		resources[i] = entry
	}
	return map[string]any{"kind": "APIResourceList", "apiVersion": "v1",
		"groupVersion": gotype.GroupVersion{Group: d.Group, Version: version}.String(), "resources": resources}
}

// APIGroupList returns the answer of a server to GET /apis: the groups in the given
// order, without groups that lack a version. To list the groups of [DiscoverAll] as a
// Kubernetes server does, begin with the server's own groups, such as [APIExtensions].
func APIGroupList(groups ...Discovery) map[string]any {
	list := []any{}
	for _, d := range groups {
		if group := d.groupFields(); group != nil {
			list = append(list, group)
		}
	}
	return map[string]any{"kind": "APIGroupList", "apiVersion": "v1", "groups": list}
}

// APIExtensions returns the discovery information of apiextensions.k8s.io, the group of CRDs,
// for servers whose clients can write CRDs: they list it before the groups of the CRDs. It
// lacks storageVersionHash, because that depends on the version in which the server stores
// CRDs.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, Config.
func APIExtensions() Discovery {
	entry := func(name, singular string, verbs ...any) map[string]any {
		return map[string]any{"name": name, "singularName": singular, "namespaced": false, "kind": model.Kind, "verbs": verbs}
	}
	crds := entry("customresourcedefinitions", "customresourcedefinition",
		"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")
	crds["shortNames"], crds["categories"] = []any{"crd", "crds"}, []any{"api-extensions"}
	status := entry("customresourcedefinitions/status", "", "get", "patch", "update")
	return Discovery{Group: model.Group, Versions: []string{"v1"}, builtIn: true,
		Resources: map[string][]map[string]any{"v1": {crds, status}}}
}
