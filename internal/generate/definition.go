package generate

// What [CRD] defines and [Generator.Object] makes.
const (
	Group      = "example.com"
	Version    = "v1"
	APIVersion = Group + "/" + Version
	Kind       = "Thing"
	Plural     = "things"
)

// CRD is the smallest apiextensions.k8s.io/v1 manifest that a server accepts
// around a schema: namespaced, with the one version v1, without subresources.
// The schema is copied.
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

// manifestVersions are the versions as in a manifest. The first one is stored.
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

// WithClusterScope makes the definition one of cluster scope.
func WithClusterScope() DefinitionOption {
	return definitionFunc(func(d *definition) { d.scope = "Cluster" })
}

// WithVersion adds a served version that is not the stored one.
func WithVersion(name string, schema map[string]any) DefinitionOption {
	return definitionFunc(func(d *definition) { d.versions = append(d.versions, definitionVersion{name, schema}) })
}

// WithStatus enables the status subresource in all versions. A server then
// refuses many keywords at the root of a schema, see [WithStatusCompatible].
func WithStatus() DefinitionOption {
	return definitionFunc(func(d *definition) { d.subresources["status"] = map[string]any{} })
}

// WithScale enables the scale subresource in all versions, with its paths at
// .spec.replicas, .status.replicas and .status.selector.
func WithScale() DefinitionOption {
	return definitionFunc(func(d *definition) {
		d.subresources["scale"] = map[string]any{
			"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
			"labelSelectorPath": ".status.selector",
		}
	})
}
