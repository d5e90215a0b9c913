package fakeclient_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery/fakeclient"
)

const bulbCRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: bulbs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: bulbs, kind: Bulb}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {status: {}}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {watts: {type: integer, default: 5}}}
            status: {type: object, properties: {ready: {type: boolean, default: true}}}
`

// Bulb sends its zero values.
type Bulb struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              BulbSpec   `json:"spec"`
	Status            BulbStatus `json:"status"`
}

// BulbSpec has one field.
type BulbSpec struct {
	Watts int64 `json:"watts"`
}

// BulbStatus has one field.
type BulbStatus struct {
	Ready bool `json:"ready"`
}

// DeepCopyObject implements runtime.Object.
func (b *Bulb) DeepCopyObject() runtime.Object {
	out := *b
	b.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	return &out
}

// The zero of a field is found at the endpoint that stores the field.
func TestZerosByEndpoint(t *testing.T) {
	const watts, ready = "spec.watts: the zero value takes the place of the default 5", "status.ready: the zero value takes the place of the default true"
	for name, test := range map[string]struct {
		crd            string
		create, status []string
	}{
		"a status subresource":     {bulbCRD, []string{watts}, []string{ready}},
		"no status subresource":    {strings.ReplaceAll(bulbCRD, "status: {}", ""), []string{watts, ready}, nil},
		"no default of the status": {strings.ReplaceAll(bulbCRD, ", default: true", ""), []string{watts}, nil},
	} {
		scheme := runtime.NewScheme()
		scheme.AddKnownTypeWithName(group.WithKind("Bulb"), &Bulb{})
		c := fakeclient.MustWrap(fake.NewClientBuilder().WithScheme(scheme).Build(), []*crdschema.Definition{crdschema.MustCompileYAML(test.crd)})
		b := &Bulb{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "a"}}
		require.NoError(t, c.Create(ctx, b), name)
		assert.Equal(t, test.create, zerosOf(c), name)
		b.Status.Ready = false
		_ = c.Status().Update(ctx, b)
		assert.Equal(t, append(test.create, test.status...), zerosOf(c), name)
	}
}

// zerosOf returns the messages about zero values.
func zerosOf(c *fakeclient.Client) []string {
	var out []string
	for _, f := range c.Findings().Of(fakeclient.ZeroOverDefault) {
		out = append(out, f.Message)
	}
	return out
}

func TestFindingsAreBounded(t *testing.T) {
	c := newClient(t)
	w := created(t, c)
	for range 1_100 {
		require.NoError(t, c.Update(ctx, w))
	}
	w.Spec.Newer = "x"
	require.NoError(t, c.Update(ctx, w))
	assert.Len(t, c.Findings().Of(fakeclient.NoChange), 1_000)
	assert.Len(t, c.Findings().Of(fakeclient.DroppedField), 1)
}
