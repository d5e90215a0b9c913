package crdschema_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/generate"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// shirts has everything that a definition tells.
const shirts = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shirts.stable.example.com}
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: shirts, kind: Shirt, shortNames: [sh], categories: [all]}
  versions:
  - name: v2
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        description: A shirt.
        properties: {spec: {type: object, properties: {color: {type: string, default: blue}, replicas: {type: integer}}}}
    subresources:
      status: {}
      scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}
    selectableFields: [{jsonPath: .spec.color}]
    additionalPrinterColumns:
    - {name: Color, type: string, jsonPath: .spec.color}
    - {name: Replicas, type: integer, format: int32, jsonPath: .spec.replicas, priority: 1, description: How many.}
  - name: v1
    served: false
    storage: false
    deprecated: true
    schema: {openAPIV3Schema: {type: object}}
`

// The names and the scope of a resource are enough for its URL.
func ExampleDefinition_Names() {
	d := crdschema.MustCompileYAML(shirts)
	names := d.Names()
	fmt.Println(names.Plural, names.Singular, names.Kind, names.ListKind, names.ShortNames, names.Categories)
	path := "/apis/" + d.Group() + "/" + d.ServedVersions()[0]
	if d.Scope() == objectmeta.Namespaced {
		path += "/namespaces/default"
	}
	fmt.Println(path + "/" + names.Plural)
	// Output:
	// shirts shirt Shirt ShirtList [sh] [all]
	// /apis/stable.example.com/v2/namespaces/default/shirts
}

func ExampleDefinition_Scope() {
	fmt.Println(crdschema.MustCompileYAML(shirts).Scope(), crdschema.MustCompileYAML(lamps).Scope())
	// Output: Namespaced Cluster
}

func ExampleVersion_Subresources() {
	v := crdschema.MustCompileYAML(shirts).StorageVersion()
	fmt.Println(v.Subresources().Status, v.Subresources().Scale.SpecReplicasPath)
	// Output: true .spec.replicas
}

// The table of kubectl get -o wide.
func ExampleVersion_PrinterColumns() {
	for _, c := range crdschema.MustCompileYAML(shirts).StorageVersion().PrinterColumns() {
		fmt.Println(c.Name, c.Type, c.JSONPath, c.Priority)
	}
	// Output:
	// Color string .spec.color 0
	// Replicas integer .spec.replicas 1
}

func ExampleVersion_SelectableFields() {
	fmt.Println(crdschema.MustCompileYAML(shirts).StorageVersion().SelectableFields())
	// Output: [.spec.color]
}

func ExampleDefinition_StorageVersion() {
	d := crdschema.MustCompileYAML(shirts)
	for _, name := range d.Versions() {
		v, _ := d.Version(name)
		fmt.Println(name, v.Served(), v == d.StorageVersion())
	}
	// Output:
	// v2 true true
	// v1 false false
}

// The schema as the server serves with it, without its description.
func ExampleVersion_Schema_map() {
	v := crdschema.MustCompileYAML(shirts).StorageVersion()
	text, _ := document.EncodeYAML(context.Background(), v.Schema().Map())
	fmt.Print(string(text))
	// Output:
	// properties:
	//   spec:
	//     properties:
	//       color:
	//         default: blue
	//         type: string
	//       replicas:
	//         type: integer
	//     type: object
	// type: object
}

// A caller cannot change a definition through what it gets.
func TestDefinitionHandsOutCopies(t *testing.T) {
	d := crdschema.MustCompileYAML(shirts)
	all := func() []any {
		v := d.StorageVersion()
		return []any{d.Names(), *v.Subresources().Scale, v.PrinterColumns(), v.SelectableFields(), v.Schema().Map()}
	}
	before := all()
	d.Names().ShortNames[0], d.Names().Categories[0] = "changed", "changed"
	d.StorageVersion().Subresources().Scale.SpecReplicasPath = "changed"
	d.StorageVersion().PrinterColumns()[0].Name = "changed"
	d.StorageVersion().SelectableFields()[0] = "changed"
	d.StorageVersion().Schema().Map()["properties"].(map[string]any)["spec"].(map[string]any)["type"] = "changed"
	assert.Equal(t, before, all())
}

// A crd that specifies nothing has empty parts.
func TestDefinitionWithoutParts(t *testing.T) {
	d := crdschema.MustCompileYAML(lamps)
	v := d.StorageVersion()
	assert.Equal(t, crdschema.Names{Plural: "lamps", Singular: "lamp", Kind: "Lamp", ListKind: "LampList"}, d.Names())
	assert.Equal(t, crdschema.Subresources{}, v.Subresources())
	assert.Empty(t, v.PrinterColumns())
	assert.Empty(t, v.SelectableFields())
}

// v1beta1 may specify the parts of versions for all of them, and spells one field in
// another way.
func TestDefinitionPartsOfV1beta1(t *testing.T) {
	d := compileStored(t, `
apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  names: {plural: lamps, kind: Lamp}
  subresources: {scale: {specReplicasPath: .s, statusReplicasPath: .t, labelSelectorPath: .l}}
  additionalPrinterColumns: [{name: Watts, type: integer, JSONPath: .watts}]
  versions:
  - {name: v1, served: true, storage: true}
  - {name: v2, served: true, storage: false, additionalPrinterColumns: [{name: Lumens, type: integer, JSONPath: .lumens}]}
`)
	v1, _ := d.Version("v1")
	v2, _ := d.Version("v2")
	for _, v := range []*crdschema.Version{v1, v2} {
		assert.Equal(t, crdschema.Subresources{Scale: &crdschema.Scale{SpecReplicasPath: ".s", StatusReplicasPath: ".t", LabelSelectorPath: ".l"}}, v.Subresources())
	}
	assert.Equal(t, objectmeta.Namespaced, d.Scope())
	assert.Equal(t, []crdschema.PrinterColumn{{Name: "Watts", Type: "integer", JSONPath: ".watts"}}, v1.PrinterColumns())
	assert.Equal(t, []crdschema.PrinterColumn{{Name: "Lumens", Type: "integer", JSONPath: ".lumens"}}, v2.PrinterColumns())
	assert.Same(t, v1, d.StorageVersion())
}

// A server serves a stored CRD without a scope: a v1 one cluster-scoped, since only v1beta1 has a
// default. Door R9.
func TestStoredCRDWithoutScope(t *testing.T) {
	for apiVersion, want := range map[string]objectmeta.Scope{"v1": objectmeta.ClusterScoped, "v1beta1": objectmeta.Namespaced} {
		d := compileStored(t, `
apiVersion: apiextensions.k8s.io/`+apiVersion+`
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  names: {plural: lamps, kind: Lamp}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`)
		assert.Equal(t, want, d.Scope(), apiVersion)
		got, err := d.Admit(t.Context(), crdschema.Request{Body: []byte(`{"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "a"}}`)})
		require.NoError(t, err)
		require.True(t, got.Accepted(), got.Errors)
		assert.Equal(t, want == objectmeta.Namespaced, got.Object["metadata"].(map[string]any)["namespace"] == "default")
	}
}

// A definition whose schemas are the maps of a compiled one admits objects alike.
func TestSchemaMapServesAlike(t *testing.T) {
	verdicts := map[bool]int{}
	for seed := range uint64(200) {
		g := generate.New(seed, generate.WithRules(), generate.WithUnprunedDefaults())
		schema := g.Schema(generate.Valid)
		d, err := crdschema.Compile(t.Context(), generate.CRD(schema))
		if err != nil {
			continue
		}
		again, err := crdschema.Compile(t.Context(), generate.CRD(d.StorageVersion().Schema().Map()))
		require.NoError(t, err)
		assert.True(t, structural.SemanticEqual(d.StorageVersion().Schema(), again.StorageVersion().Schema()))
		req := crdschema.Request{Object: g.Object(schema, generate.Flavor(seed%2)), Namespace: "d"}
		want, err := d.Admit(context.Background(), req)
		require.NoError(t, err)
		got, err := again.Admit(context.Background(), req)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		verdicts[got.Accepted()]++
	}
	assert.Greater(t, verdicts[true], 20)
	assert.Greater(t, verdicts[false], 20)
}
