package fakeclient_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

const lampCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, kind: Lamp}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`

func lamp(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Lamp", "metadata": map[string]any{"namespace": "ns", "name": name},
	}}
}

// Neither scheme has the list. The second one has the kind, in a Go type.
func TestListWithoutListKind(t *testing.T) {
	empty, typed := runtime.NewScheme(), runtime.NewScheme()
	typed.AddKnownTypeWithName(group.WithKind("Lamp"), &metav1.PartialObjectMetadata{})
	for name, scheme := range map[string]*runtime.Scheme{"an empty scheme": empty, "a scheme with the kind": typed} {
		below := fake.NewClientBuilder().WithScheme(scheme).WithObjects(lamp("a"), lamp("b")).Build()
		c, err := fakeclient.Wrap(below, []*crdschema.Definition{crdschema.MustCompileYAML(lampCRD)})
		require.NoError(t, err, name)
		assert.Equal(t, []string{"a", "b"}, lamps(t, c), name)
		require.NoError(t, c.DeleteAllOf(ctx, lamp(""), client.InNamespace("ns")), name)
		assert.Empty(t, lamps(t, c), name)
	}
}

// lamps returns the names in a list.
func lamps(t *testing.T, c client.Client) []string {
	t.Helper()
	var list unstructured.UnstructuredList
	list.SetGroupVersionKind(group.WithKind("LampList"))
	require.NoError(t, c.List(ctx, &list))
	var out []string
	for _, item := range list.Items {
		out = append(out, item.GetName())
	}
	return out
}
