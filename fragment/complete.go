package fragment

import (
	"cmp"
	"strings"

	"github.com/seed95800270/crdschema/internal/cow"
)

// CRD returns a CRD of apiextensions.k8s.io/v1 with a schema and without anything else that
// a program could choose, for tests that have only a schema: its definition admits objects
// of apiVersion and kind. It is [CompleteCRD] of a CRD with one version.
//
//	definition, err := crdschema.Compile(ctx, fragment.CRD("stable.example.com/v1", "CronTab", schema))
//
// The CRD shares the schema. An apiVersion without a group is a version of example.com:
// with "v1", the apiVersion of objects is example.com/v1.
func CRD(apiVersion, kind string, schema map[string]any) map[string]any {
	group, version, found := strings.Cut(apiVersion, "/")
	if !found {
		group, version = "", apiVersion
	}
	return CompleteCRD(map[string]any{"spec": map[string]any{
		"group": group, "names": map[string]any{"kind": kind},
		"versions": []any{map[string]any{"name": version, "schema": map[string]any{"openAPIV3Schema": schema}}},
	}})
}

// CompleteCRD returns crd with names, a group and a storage version if it lacks them, for tests
// with a CRD that was written by hand. It adds no version and no schema. It changes nothing else,
// so it returns the same map if nothing is missing.
// A server has no such step: it rejects the CRD.
//
//	apiVersion, kind      those of a CRD of v1
//	spec.group            the group of metadata.name, or example.com
//	spec.scope            Namespaced
//	spec.names.kind       Thing
//	spec.names.plural     the plural of metadata.name, or the kind in lower case with s
//	spec.names.singular   the kind in lower case
//	spec.names.listKind   the kind with List
//	metadata.name         plural and group
//	name of a version     v1, v2, … by its place
//	served                true in all versions if no version is served
//	storage               true in the first version if no version has it
//
// A field counts as missing if it is absent, null or empty. Values of wrong types stay, for
// the errors of Compile, and so do the versions of a CRD of v1beta1.
func CompleteCRD(crd map[string]any) map[string]any {
	c := crdCompleter{crd: cow.OfMap(crd)}
	c.spec, c.names, c.metadata = cow.OfMap(at(crd, "spec")), cow.OfMap(at(at(crd, "spec"), "names")), cow.OfMap(at(crd, "metadata"))
	c.setNames()
	c.setVersions(crd["apiVersion"])
	set(&c.crd, "apiVersion", "apiextensions.k8s.io/v1")
	set(&c.crd, "kind", "CustomResourceDefinition")
	return c.result()
}

type crdCompleter struct{ crd, spec, names, metadata cow.Map }

func at(m map[string]any, name string) map[string]any {
	below, _ := m[name].(map[string]any)
	return below
}

func isMap(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// set sets a field that is absent, null or an empty text.
func set(m *cow.Map, name, value string) {
	if v := m.Get(name); v == nil || v == "" {
		m.Set(name, value)
	}
}

func textOf(m *cow.Map, name string) string {
	text, _ := m.Get(name).(string)
	return text
}

func (c *crdCompleter) setNames() {
	named := textOf(&c.metadata, "name")
	plural, group, _ := strings.Cut(named, ".")
	set(&c.spec, "group", cmp.Or(group, "example.com"))
	set(&c.spec, "scope", "Namespaced")
	set(&c.names, "kind", "Thing")
	kind := textOf(&c.names, "kind")
	set(&c.names, "plural", cmp.Or(plural, strings.ToLower(kind)+"s"))
	set(&c.names, "singular", strings.ToLower(kind))
	set(&c.names, "listKind", kind+"List")
	set(&c.metadata, "name", textOf(&c.names, "plural")+"."+textOf(&c.spec, "group"))
}

// result puts the parts together that have changed.
func (c *crdCompleter) result() map[string]any {
	put(&c.spec, "names", &c.names)
	put(&c.crd, "spec", &c.spec)
	put(&c.crd, "metadata", &c.metadata)
	out, _ := c.crd.Result()
	return out
}

// put sets a field to a part that has changed, unless it has a value of a wrong type.
func put(m *cow.Map, name string, part *cow.Map) {
	v := m.Get(name)
	if changed, ok := part.Result(); ok && (v == nil || isMap(v)) {
		m.Set(name, changed)
	}
}
