package crdschema

import (
	"github.com/seed95800270/crdschema/lifecycle"
	"github.com/seed95800270/crdschema/versionpriority"
)

// ServedVersions are the names of the versions that are served, highest priority
// first, which is how discovery lists them. The first one is what a client uses
// that names no version, unless another definition of the group serves a version
// of higher priority: see [Discover].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController.
func (d *Definition) ServedVersions() []string {
	var names []string
	for _, v := range d.versions {
		if v.served {
			names = append(names, v.name)
		}
	}
	return versionpriority.Sort(names)
}

// Discovery is what a server tells clients about an API group.
type Discovery struct {
	// Versions are all versions that any definition of the group serves, highest
	// priority first. The first one is the group's preferred version.
	Versions []string
	// Resources are, for each version, the resources and subresources as they
	// stand in an APIResourceList, by the plural name of their definition.
	Resources map[string][]map[string]any
}

// Discover is what a server lists about a group that has some definitions.
// Those of other groups and those that are not established do not count; see
// [Settle]. A definition that is [Terminating] offers no create, update and
// patch.
//
// Definitions are JSON values, as [DecodeJSON] and Settle return them; what has
// the wrong type in them counts as absent. The result shares nothing but strings
// with them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController.
func Discover(group string, definitions []map[string]any) Discovery {
	return Discovery(lifecycle.Discover(group, definitions))
}
