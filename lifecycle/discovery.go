package lifecycle

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"

	model "github.com/seed95800270/crdschema/internal/crd"
	"github.com/seed95800270/crdschema/versionpriority"
)

// Discovery is the discovery information of an API group. A server can also make it for its
// own groups.
type Discovery struct {
	Group string
	// Versions are the versions that any CRD of the group serves, highest priority first.
	// The first one is the preferred version of the group.
	Versions []string
	// Resources are the resources and subresources of each version, as in an APIResourceList,
	// ordered by the plural name of their CRD.
	Resources map[string][]map[string]any

	// builtIn is true for the server's own group: its aggregated document does not repeat the
	// group and version in the kinds.
	builtIn bool
}

// Discover returns the discovery information of a group from its CRDs. It ignores CRDs of
// other groups, and CRDs that are not [Established], so crds should be results of [Reconcile].
// The resource of a [Terminating] CRD does not have the verbs create, update and patch.
//
// The CRDs must be JSON values. The result shares only strings with them.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController.
func Discover(group string, crds []map[string]any) Discovery {
	var own []map[string]any
	for _, crd := range crds {
		if groupOf(crd) == group && model.ConditionIsTrue(crd, Established) {
			own = append(own, crd)
		}
	}
	return discover(group, own)
}

// DiscoverAll returns the discovery information of all groups with a served version, by name.
// It reads the CRDs like [Discover].
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController: it gives all groups
// the priority 1000.
func DiscoverAll(crds []map[string]any) []Discovery {
	byGroup := map[string][]map[string]any{}
	for _, crd := range crds {
		if model.ConditionIsTrue(crd, Established) {
			byGroup[groupOf(crd)] = append(byGroup[groupOf(crd)], crd)
		}
	}
	var out []Discovery
	for _, group := range slices.Sorted(maps.Keys(byGroup)) {
		if d := discover(group, byGroup[group]); len(d.Versions) > 0 {
			out = append(out, d)
		}
	}
	return out
}

func discover(group string, crds []map[string]any) Discovery {
	d := Discovery{Group: group, Resources: map[string][]map[string]any{}}
	slices.SortStableFunc(crds, func(a, b map[string]any) int {
		return cmp.Compare(model.AcceptedNames(a).Plural, model.AcceptedNames(b).Plural)
	})
	for _, crd := range crds {
		d.add(crd)
	}
	d.Versions = versionpriority.Sort(slices.Sorted(maps.Keys(d.Resources)))
	return d
}

func (d *Discovery) add(crd map[string]any) {
	definition, _ := model.Serving(nil, crd)
	hash := storageVersionHash(definition)
	for i := range definition.Versions {
		if v := &definition.Versions[i]; v.Served {
			resources := resourcesOf(definition, v, model.AcceptedNames(crd), model.ConditionIsTrue(crd, Terminating))
			if hash != "" {
				resources[0]["storageVersionHash"] = hash
			}
			d.Resources[v.Name] = append(d.Resources[v.Name], resources...)
		}
	}
}

// storageVersionHash returns a hash of the storage version, or "" if it is not served.
// Clients compare hashes to notice a new storage version.
//
// Rule: k8s.io/apiserver/pkg/endpoints/discovery, StorageVersionHash.
func storageVersionHash(d *model.CRD) string {
	storage := d.StorageVersion()
	if storage == nil || !storage.Served {
		return ""
	}
	sum := sha256.Sum256([]byte(d.Group + "/" + storage.Name + "/" + d.Names.Kind))
	return base64.StdEncoding.EncodeToString(sum[:8])
}

func resourcesOf(d *model.CRD, v *model.Version, names model.Names, terminating bool) []map[string]any {
	verbs := []any{"delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"}
	if terminating {
		verbs = []any{"delete", "deletecollection", "get", "list", "watch"}
	}
	entry := func(name, singular, kind string, verbs []any) map[string]any {
		return map[string]any{"name": name, "singularName": singular, "kind": kind,
			"namespaced": d.Scope == model.Namespaced, "verbs": verbs}
	}
	resource := entry(names.Plural, names.Singular, names.Kind, verbs)
	if len(names.ShortNames) > 0 {
		resource["shortNames"] = model.Texts(names.ShortNames)
	}
	if len(names.Categories) > 0 {
		resource["categories"] = model.Texts(names.Categories)
	}
	out := []map[string]any{resource}
	subresourceVerbs := []any{"get", "patch", "update"}
	if v.Subresources.HasStatus() {
		out = append(out, entry(names.Plural+"/status", "", names.Kind, subresourceVerbs))
	}
	if v.ScalePaths() != nil {
		scale := entry(names.Plural+"/scale", "", "Scale", slices.Clone(subresourceVerbs))
		scale["group"], scale["version"] = "autoscaling", "v1"
		out = append(out, scale)
	}
	return out
}
