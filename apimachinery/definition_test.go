package apimachinery_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

// Tests of typed CRDs are in internal/typed.

func TestCompileUnstructured(t *testing.T) {
	crd := &unstructured.Unstructured{Object: decodeYAML(t, cronTabs)}
	d, err := apimachinery.Compile(context.Background(), crd, crdschema.WithKubernetesVersion("1.36"))
	require.NoError(t, err)
	assert.Equal(t, "crontabs.stable.example.com", d.Name())

	_, err = apimachinery.Compile(context.Background(), &unstructured.Unstructured{})
	assert.Error(t, err)
}

// CustomResourceDefinition has the name of a CRD, in another package.
type CustomResourceDefinition struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

func (c *CustomResourceDefinition) DeepCopyObject() runtime.Object { return c }

func TestNoCRD(t *testing.T) {
	for _, obj := range []runtime.Object{nil, &metav1.Status{}, (*metav1.Status)(nil), &CustomResourceDefinition{}} {
		_, err := apimachinery.CRDToMap(context.Background(), obj)
		assert.Error(t, err)
		_, err = apimachinery.Compile(context.Background(), obj)
		assert.Error(t, err)
	}
}
