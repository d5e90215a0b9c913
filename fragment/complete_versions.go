package fragment

import (
	"slices"
	"strconv"

	"github.com/seed95800270/crdschema/internal/cow"
)

// setVersions completes the versions of a CRD that is not v1beta1: there a version may be the
// only one without an entry.
func (c *crdCompleter) setVersions(apiVersion any) {
	versions, _ := c.spec.Get("versions").([]any)
	if apiVersion != nil && apiVersion != "" && apiVersion != "apiextensions.k8s.io/v1" || !allMaps(versions) {
		return
	}
	list := cow.OfList(versions)
	served, stored := hasTrue(versions, "served"), hasTrue(versions, "storage")
	for i, v := range versions {
		version := cow.OfMap(v.(map[string]any))
		set(&version, "name", "v"+strconv.Itoa(i+1))
		setFlag(&version, "served", !served)
		setFlag(&version, "storage", !stored && i == 0)
		if completed, changed := version.Result(); changed {
			list.Set(i, completed)
		}
	}
	if completed, changed := list.Result(); changed {
		c.spec.Set("versions", completed)
	}
}

func allMaps(list []any) bool {
	return !slices.ContainsFunc(list, func(v any) bool { return !isMap(v) })
}

func hasTrue(versions []any, name string) bool {
	return slices.ContainsFunc(versions, func(v any) bool {
		value := v.(map[string]any)[name]
		return value != nil && value != false // a value of a wrong type stays
	})
}

// setFlag sets a field that must be present to value, or to false if it is absent.
func setFlag(m *cow.Map, name string, value bool) {
	if v := m.Get(name); v == nil || value && v == false {
		m.Set(name, value)
	}
}
