package oracle

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/structural"
)

type m = map[string]any

// realUpgrade is a pair of CRDs made of the corpus.
type realUpgrade struct {
	old, new m
	version  string
}

// neighbors returns updates from the schema of one version of a CRD to that of another, and back.
func neighbors(t testing.TB) parity.Cases[realUpgrade] {
	var pairs []realUpgrade
	var labels []string
	for _, crd := range corpus.Load(t).CRDs {
		schemas := slices.Collect(crd.Schemas())
		for i := range schemas {
			for j := range schemas {
				if j == i+1 || j == i-1 {
					pairs = append(pairs, realUpgrade{alone(crd.Manifest, schemas[i].Map), alone(crd.Manifest, schemas[j].Map), "v1"})
					labels = append(labels, fmt.Sprint(schemas[i].Label(), " to ", schemas[j].Version))
				}
			}
		}
	}
	n := min(parity.Full(10*len(pairs)), len(pairs)) // all of them
	return parity.Cases[realUpgrade]{N: n, At: func(i int) (string, realUpgrade) { return labels[i], pairs[i] }}
}

// editedUpgrades returns updates with one to three edits of a schema of the corpus.
func editedUpgrades(t testing.TB, n int) parity.Cases[realUpgrade] {
	schemas := corpus.Load(t).Schemas()
	return parity.Cases[realUpgrade]{N: n, At: func(i int) (string, realUpgrade) {
		r := parity.Rand(uint64(i))
		s := schemas[(i*7919)%len(schemas)]
		return fmt.Sprint(s.Label(), " edit ", i), realUpgrade{alone(s.CRD.Manifest, s.Map), alone(s.CRD.Manifest, editedSchema(r, s.Map)), "v1"}
	}}
}

// alone returns a CRD with one version.
func alone(manifest, schema m) m {
	spec, _ := manifest["spec"].(m)
	names, _ := spec["names"].(m)
	version := m{"name": "v1", "served": true, "storage": true, "schema": m{"openAPIV3Schema": structural.Clone(any(schema))}}
	if list, _ := spec["versions"].([]any); len(list) > 0 {
		if first, _ := list[0].(m); first["subresources"] != nil {
			version["subresources"] = structural.Clone(first["subresources"])
		}
	}
	return m{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": m{"name": manifest["metadata"].(m)["name"],
			"annotations": m{"api-approved.kubernetes.io": "unapproved, testing"}},
		"spec": m{"group": spec["group"], "scope": spec["scope"], "names": names, "preserveUnknownFields": false, "versions": []any{version}},
	}
}

// editedSchema returns a copy of a schema with edits of random nodes that authors make.
func editedSchema(r *rand.Rand, schema m) m {
	out := structural.Clone(any(schema)).(m)
	var nodes []m
	collectNodes(out, 0, &nodes)
	for range 1 + r.IntN(3) {
		if len(nodes) > 0 {
			editNode(r, nodes[r.IntN(len(nodes))])
		}
	}
	return out
}

func collectNodes(node m, depth int, nodes *[]m) {
	properties, _ := node["properties"].(m)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		inner, _ := properties[name].(m)
		if inner == nil || depth == 0 && (name == "metadata" || name == "apiVersion" || name == "kind") {
			continue
		}
		*nodes = append(*nodes, inner)
		collectNodes(inner, depth+1, nodes)
	}
	for _, k := range []string{"items", "additionalProperties"} {
		if inner, _ := node[k].(m); inner != nil {
			collectNodes(inner, depth+1, nodes)
		}
	}
}

func editNode(r *rand.Rand, node m) {
	switch node["type"] {
	case "string":
		switch r.IntN(7) {
		case 0:
			node["maxLength"] = r.Int64N(40)
		case 1:
			node["minLength"] = r.Int64N(5)
		case 2:
			if enum, _ := node["enum"].([]any); len(enum) > 1 {
				node["enum"] = slices.Delete(slices.Clone(enum), 0, 1)
			} else {
				node["pattern"] = "^[a-z0-9-]*$"
			}
		case 3:
			delete(node, "pattern")
		case 4:
			node["nullable"] = node["nullable"] != true
		case 5:
			delete(node, "enum")
			delete(node, "default")
		default:
			node["x-kubernetes-validations"] = []any{m{"rule": "self.size() < 12"}}
		}
	case "integer", "number":
		switch r.IntN(4) {
		case 0:
			node["minimum"] = r.Int64N(10)
		case 1:
			node["maximum"] = r.Int64N(1000)
		case 2:
			delete(node, "format")
		default:
			node["type"] = map[any]string{"integer": "number", "number": "integer"}[node["type"]]
		}
	case "array":
		switch r.IntN(3) {
		case 0:
			node["maxItems"] = 1 + r.Int64N(8)
		case 1:
			node["minItems"] = r.Int64N(3)
		default:
			node["x-kubernetes-list-type"] = "atomic"
			delete(node, "x-kubernetes-list-map-keys")
		}
	case "object":
		editObject(r, node)
	case "boolean":
		node["default"] = true
	}
}

func editObject(r *rand.Rand, node m) {
	properties, _ := node["properties"].(m)
	names := slices.Sorted(maps.Keys(properties))
	required, _ := node["required"].([]any)
	switch {
	case len(names) == 0:
		node["x-kubernetes-preserve-unknown-fields"] = true
	case r.IntN(4) == 0:
		delete(node, "required")
	case r.IntN(3) == 0:
		properties["addedByAnEdit"] = m{"type": "string", "maxLength": int64(5)}
	case r.IntN(2) == 0:
		name := names[r.IntN(len(names))]
		if !slices.Contains(required, any(name)) {
			node["required"] = append(slices.Clone(required), name)
		}
	default:
		name := names[r.IntN(len(names))]
		delete(properties, name)
		node["required"] = slices.DeleteFunc(slices.Clone(required), func(v any) bool { return v == name })
	}
}
