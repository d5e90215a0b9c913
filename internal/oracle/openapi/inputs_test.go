package openapi

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/mutate"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
)

// published is one version of a definition.
type published struct {
	Manifest map[string]any
	Version  string
}

// versions returns all versions of the corpus, served or not.
func versions(t testing.TB) []published {
	var out []published
	for _, crd := range corpus.Load(t).CRDs {
		out = append(out, versionsOf(crd.Manifest)...)
	}
	return out
}

func versionsOf(manifest map[string]any) []published {
	var out []published
	spec, _ := manifest["spec"].(map[string]any)
	list, _ := spec["versions"].([]any)
	for _, v := range list {
		name, _ := v.(map[string]any)["name"].(string)
		out = append(out, published{manifest, name})
	}
	return out
}

func corpusVersions(t *testing.T) parity.Cases[published] { return named(versions(t)) }

// named returns versions with labels. The number makes labels unique: a
// definition may be in the corpus twice.
func named(list []published) parity.Cases[published] {
	return parity.Cases[published]{N: len(list), At: func(i int) (string, published) {
		return fmt.Sprint(list[i].Manifest["metadata"].(map[string]any)["name"], " ", list[i].Version, " ", i), list[i]
	}}
}

// editedVersions returns versions of the corpus with keywords changed, which
// makes some schemas non-structural.
func editedVersions(t *testing.T, n int) parity.Cases[published] {
	list := versions(t)
	return parity.Generated(n, func(seed uint64) published {
		p := list[seed*7919%uint64(len(list))]
		return published{editSchema(p, seed), p.Version}
	})
}

func editSchema(p published, seed uint64) map[string]any {
	manifest := clone(p.Manifest).(map[string]any)
	for _, v := range manifest["spec"].(map[string]any)["versions"].([]any) {
		schema, _ := v.(map[string]any)["schema"].(map[string]any)
		root, ok := schema["openAPIV3Schema"].(map[string]any)
		if ok && v.(map[string]any)["name"] == p.Version {
			schema["openAPIV3Schema"] = mutate.Schema(parity.Rand(seed), root, 1+int(seed%6))
		}
	}
	return manifest
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = clone(e)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = clone(e)
		}
		return out
	default:
		return v
	}
}

var (
	groups = []string{"example.com", "stable.example.com", "apps.k8s.io", "a-b.1c.example.org", "x.io"}
	kinds  = []string{"Thing", "Class", "Pods", "Apple", "item-2", "uRL"}
)

// generatedVersions returns definitions with generated schemas, most of them
// structural.
func generatedVersions(n int) parity.Cases[published] {
	flavours := []generate.Flavor{generate.Valid, generate.Valid, generate.Nearly, generate.Valid, generate.Hostile}
	return parity.Generated(n, func(seed uint64) published {
		schema := generate.New(seed, generate.WithRules(), generate.WithUnprunedDefaults()).Schema(flavours[seed%5])
		r := parity.Rand(seed)
		if schema != nil && seed%3 == 0 {
			repeat(r, schema)
		}
		manifest := generate.CRD(schema)
		spec := manifest["spec"].(map[string]any)
		names := spec["names"].(map[string]any)
		version := spec["versions"].([]any)[0].(map[string]any)
		spec["group"] = groups[r.IntN(len(groups))]
		names["kind"] = kinds[r.IntN(len(kinds))]
		names["listKind"] = names["kind"].(string) + "List"
		if r.IntN(3) == 0 {
			spec["scope"] = "Cluster"
		}
		if r.IntN(8) == 0 {
			spec["preserveUnknownFields"] = true
		}
		if r.IntN(3) == 0 {
			version["selectableFields"] = []any{map[string]any{"jsonPath": ".spec.a"}, map[string]any{"jsonPath": ".spec.b.c"}}
		}
		version["subresources"] = subresources(r.IntN(4))
		if r.IntN(10) == 0 {
			manifest = oldManifest(manifest)
		}
		return published{manifest, generate.Version}
	})
}

// repeat copies objects of a schema to other nodes of it, because equal subtrees
// are converted once. Some copies are replaced, as the metadata of an embedded
// resource.
func repeat(r *rand.Rand, schema map[string]any) {
	var objects []map[string]any
	eachObject(schema, func(s map[string]any) { objects = append(objects, s) })
	if len(objects) == 0 {
		return
	}
	somewhere := func() map[string]any { return objects[r.IntN(len(objects))]["properties"].(map[string]any) }
	for i := range 1 + r.IntN(3) {
		part := objects[r.IntN(len(objects))]
		somewhere()[fmt.Sprint("again", i)] = clone(part)
		somewhere()[fmt.Sprint("above", i)] = map[string]any{
			"type": "object", "x-kubernetes-embedded-resource": true, "properties": map[string]any{"metadata": clone(part)},
		}
	}
}

// eachObject calls visit for the nodes below a schema that have properties, in a
// fixed order.
func eachObject(schema map[string]any, visit func(map[string]any)) {
	properties, _ := schema["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		below, _ := properties[name].(map[string]any)
		eachObject(below, visit)
		if _, ok := below["properties"].(map[string]any); ok {
			visit(below)
		}
	}
	for _, keyword := range []string{"items", "additionalProperties"} {
		if below, ok := schema[keyword].(map[string]any); ok {
			eachObject(below, visit)
		}
	}
}

func subresources(choice int) map[string]any {
	out := map[string]any{}
	if choice&1 != 0 {
		out["status"] = map[string]any{}
	}
	if choice&2 != 0 {
		out["scale"] = map[string]any{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
	}
	return out
}

// oldManifest returns a v1 manifest as v1beta1, with one schema for all versions.
func oldManifest(manifest map[string]any) map[string]any {
	out := clone(manifest).(map[string]any)
	out["apiVersion"] = "apiextensions.k8s.io/v1beta1"
	spec := out["spec"].(map[string]any)
	version := spec["versions"].([]any)[0].(map[string]any)
	spec["validation"], spec["subresources"], spec["selectableFields"] = version["schema"], version["subresources"], version["selectableFields"]
	for _, field := range []string{"schema", "subresources", "selectableFields"} {
		delete(version, field)
		if spec[field] == nil {
			delete(spec, field)
		}
	}
	if spec["preserveUnknownFields"] == nil {
		spec["preserveUnknownFields"] = false
	}
	return out
}
