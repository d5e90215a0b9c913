package generate

import "strconv"

// The names that [CRD] declares and [Generator.Object] uses.
const (
	Group      = "example.com"
	Version    = "v1"
	APIVersion = Group + "/" + Version
	Kind       = "Thing"
	Plural     = "things"
)

// CRD returns the smallest valid apiextensions.k8s.io/v1 CRD with a schema: namespaced, with
// the version v1 and without subresources. The schema is copied.
func CRD(schema map[string]any, opts ...DefinitionOption) map[string]any {
	d := definition{scope: "Namespaced", subresources: map[string]any{}}
	WithVersion(Version, schema).applyTo(&d)
	for _, o := range opts {
		o.applyTo(&d)
	}
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   map[string]any{"name": Plural + "." + Group},
		"spec": map[string]any{
			"group":    Group,
			"names":    map[string]any{"plural": Plural, "singular": "thing", "kind": Kind, "listKind": Kind + "List"},
			"scope":    d.scope,
			"versions": d.manifestVersions(),
		},
	}
}

type definition struct {
	scope        string
	versions     []definitionVersion
	subresources map[string]any
}

type definitionVersion struct {
	name   string
	schema map[string]any
}

func (d *definition) manifestVersions() []any {
	out := make([]any, len(d.versions))
	for i, v := range d.versions {
		m := map[string]any{
			"name": v.name, "served": true, "storage": i == 0,
			"schema": map[string]any{"openAPIV3Schema": cloneMap(v.schema)},
		}
		if len(d.subresources) > 0 {
			m["subresources"] = cloneMap(d.subresources)
		}
		out[i] = m
	}
	return out
}

// DefinitionOption adjusts [CRD].
type DefinitionOption interface{ applyTo(*definition) }

type definitionFunc func(*definition)

func (f definitionFunc) applyTo(d *definition) { f(d) }

// WithClusterScope sets the scope of the definition to Cluster.
func WithClusterScope() DefinitionOption {
	return definitionFunc(func(d *definition) { d.scope = "Cluster" })
}

// WithVersion adds a served version that is not the stored one.
func WithVersion(name string, schema map[string]any) DefinitionOption {
	return definitionFunc(func(d *definition) { d.versions = append(d.versions, definitionVersion{name, schema}) })
}

// WithStatus enables the status subresource. The server then rejects many keywords at the root
// of a schema; see [WithStatusCompatible].
func WithStatus() DefinitionOption {
	return definitionFunc(func(d *definition) { d.subresources["status"] = map[string]any{} })
}

// WithScale enables the scale subresource with the paths .spec.replicas, .status.replicas and
// .status.selector.
func WithScale() DefinitionOption {
	return definitionFunc(func(d *definition) {
		d.subresources["scale"] = map[string]any{
			"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
			"labelSelectorPath": ".status.selector",
		}
	})
}

// Deep returns a valid schema of n nested nodes, including the root, and an object with a
// value for each. Objects, lists and maps alternate, with one element each. n is at least 1.
func Deep(n int) (schema, obj map[string]any) {
	s, v := map[string]any{"type": "string"}, any("x")
	for i := range max(n-2, 0) {
		switch i % 3 {
		case 0:
			s, v = map[string]any{"type": "array", "items": s}, []any{v}
		case 1:
			s, v = map[string]any{"type": "object", "properties": map[string]any{"a": s}}, map[string]any{"a": v}
		default:
			s, v = map[string]any{"type": "object", "additionalProperties": s}, map[string]any{"k": v}
		}
	}
	schema, obj = map[string]any{"type": "object"}, resourceOf("deep")
	if n > 1 {
		schema["properties"] = map[string]any{"spec": s}
		obj["spec"] = v
	}
	return schema, obj
}

// Wide returns a valid schema with n properties p0, p1, … of all scalar types, every tenth
// with a default, and an object that has the others.
func Wide(n int) (schema, obj map[string]any) {
	properties, obj := map[string]any{}, resourceOf("wide")
	for i := range n {
		name := "p" + strconv.Itoa(i)
		s, v := wideField(i)
		if i%10 == 0 {
			s["default"] = v
		} else {
			obj[name] = v
		}
		properties[name] = s
	}
	return map[string]any{"type": "object", "properties": properties}, obj
}

func wideField(i int) (schema map[string]any, value any) {
	switch i % 4 {
	case 0:
		return map[string]any{"type": "string", "maxLength": int64(20)}, strconv.Itoa(i)
	case 1:
		return map[string]any{"type": "integer", "minimum": int64(0)}, int64(i)
	case 2:
		return map[string]any{"type": "number"}, float64(i) + 0.5
	default:
		return map[string]any{"type": "boolean"}, i%8 < 4
	}
}

// Long returns a valid schema with three lists, an atomic list of strings (plain), a set (set)
// and a map list with the keys name and port (map), and an object with n different elements in
// each.
func Long(n int) (schema, obj map[string]any) {
	plain, set, keyed := make([]any, n), make([]any, n), make([]any, n)
	for i := range n {
		text := strconv.Itoa(i)
		plain[i], set[i] = text, "element-"+text
		keyed[i] = map[string]any{"name": "n" + text, "port": int64(i % 7), "value": text}
	}
	obj = resourceOf("long")
	obj["plain"], obj["set"], obj["map"] = plain, set, keyed
	return map[string]any{"type": "object", "properties": map[string]any{
		"plain": map[string]any{"type": "array", "items": map[string]any{"type": "string"}},
		"set":   map[string]any{"type": "array", "x-kubernetes-list-type": "set", "items": map[string]any{"type": "string"}},
		"map":   keyedList(),
	}}, obj
}

func keyedList() map[string]any {
	return map[string]any{
		"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": []any{"name", "port"},
		"items": map[string]any{
			"type": "object", "required": []any{"name", "port"},
			"properties": map[string]any{
				"name":  map[string]any{"type": "string"},
				"port":  map[string]any{"type": "integer"},
				"value": map[string]any{"type": "string"},
			},
		},
	}
}

func resourceOf(name string) map[string]any {
	return map[string]any{"apiVersion": APIVersion, "kind": Kind, "metadata": map[string]any{"name": name}}
}
