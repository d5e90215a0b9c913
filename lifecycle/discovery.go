package lifecycle

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/crd/validate"
	"github.com/seed95800270/crdschema/versionpriority"
)

// Group is what a server lists about an API group.
type Group struct {
	Versions  []string                    // highest priority first
	Resources map[string][]map[string]any // by version
}

// Discover lists a group of established definitions.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apiserver, DiscoveryController.
func Discover(group string, definitions []map[string]any) Group {
	g := Group{Resources: map[string][]map[string]any{}}
	ordered := slices.Clone(definitions)
	slices.SortStableFunc(ordered, func(a, b map[string]any) int { return cmp.Compare(accepted(a).plural, accepted(b).plural) })
	for _, crd := range ordered {
		conditions := recordOf(crd, "")
		if groupOf(crd) == group && conditions.isTrue(Established) {
			g.add(crd, conditions.isTrue(Terminating))
		}
	}
	g.Versions = versionpriority.Sort(slices.Sorted(maps.Keys(g.Resources)))
	return g
}

func (g *Group) add(crd map[string]any, terminating bool) {
	definition, _ := validate.Read(crd)
	hash := storageHash(definition)
	for i := range definition.Versions {
		if v := &definition.Versions[i]; v.Served {
			resources := resourcesOf(definition, v, accepted(crd), terminating)
			if hash != "" {
				resources[0]["storageVersionHash"] = hash
			}
			g.Resources[v.Name] = append(g.Resources[v.Name], resources...)
		}
	}
}

// storageHash tells a client whether objects are stored as they were. There is
// none while the storage version is not served.
//
// Rule: k8s.io/apiserver/pkg/endpoints/discovery, StorageVersionHash.
func storageHash(d *validate.Definition) string {
	storage := d.StorageVersion()
	if storage == nil || !storage.Served {
		return ""
	}
	sum := sha256.Sum256([]byte(d.Group + "/" + storage.Name + "/" + d.Names.Kind))
	return base64.StdEncoding.EncodeToString(sum[:8])
}

// resourcesOf are the resource of a definition and its subresources at a
// version, as they stand in an APIResourceList.
func resourcesOf(d *validate.Definition, v *validate.Version, names names, terminating bool) []map[string]any {
	verbs := []any{"delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"}
	if terminating {
		verbs = []any{"delete", "deletecollection", "get", "list", "watch"}
	}
	entry := func(name, singular, kind string, verbs []any) map[string]any {
		return map[string]any{"name": name, "singularName": singular, "kind": kind,
			"namespaced": d.Scope == validate.Namespaced, "verbs": verbs}
	}
	main := entry(names.plural, names.singular, names.kind, verbs)
	if len(names.shortNames) > 0 {
		main["shortNames"] = anyList(names.shortNames)
	}
	if len(names.categories) > 0 {
		main["categories"] = anyList(names.categories)
	}
	out := []map[string]any{main}
	part := []any{"get", "patch", "update"}
	if v.StatusSubresource {
		out = append(out, entry(names.plural+"/status", "", names.kind, part))
	}
	if v.Scale != nil {
		scale := entry(names.plural+"/scale", "", "Scale", slices.Clone(part))
		scale["group"], scale["version"] = "autoscaling", "v1"
		out = append(out, scale)
	}
	return out
}
