package adapters

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

const gadgets = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, singular: gadget, kind: Gadget, listKind: GadgetList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: {size: {type: integer, maximum: 10}, color: {type: string, enum: [red]}}
            x-kubernetes-validations: [{rule: "!has(self.size) || self.size != 7", message: not seven}]
          status: {type: object, properties: {ready: {type: integer}}}
`

// stored is the storage of one object, of which only reading is used: all requests are dry
// runs.
type stored struct {
	storage.Interface
	object *unstructured.Unstructured
}

func (stored) Versioner() storage.Versioner { return storage.APIObjectVersioner{} }

func (s stored) Get(_ context.Context, key string, _ storage.GetOptions, out runtime.Object) error {
	if key != "/gadgets/"+s.object.GetName() {
		return storage.NewKeyNotFoundError(key, 0)
	}
	s.object.DeepCopyInto(out.(*unstructured.Unstructured))
	return nil
}

// newStore returns a store of the object with strategies.
func newStore(create rest.RESTCreateStrategy, update rest.RESTUpdateStrategy, object *unstructured.Unstructured) *genericregistry.Store {
	return &genericregistry.Store{
		NewFunc:                  func() runtime.Object { return &unstructured.Unstructured{} },
		DefaultQualifiedResource: schema.GroupResource{Group: "example.com", Resource: "gadgets"},
		CreateStrategy:           create,
		UpdateStrategy:           update,
		KeyFunc:                  func(_ context.Context, name string) (string, error) { return "/gadgets/" + name, nil },
		ObjectNameFunc: func(obj runtime.Object) (string, error) {
			accessor, err := meta.Accessor(obj)
			return accessor.GetName(), err
		},
		Storage: genericregistry.DryRunnableStorage{Storage: stored{object: object}, Codec: unstructured.UnstructuredJSONScheme},
	}
}

func gadget(name, version string, spec, status map[string]any) *unstructured.Unstructured {
	u := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "example.com/v1", "kind": "Gadget",
		"metadata": map[string]any{"name": name, "namespace": "default", "finalizers": []any{"mine"}}, "spec": spec, "status": status,
	}}
	if version != "" {
		u.SetResourceVersion(version)
	}
	return u
}

// TestStore sends the same dry runs to stores with our strategies and with those of the
// reference.
func TestStore(t *testing.T) {
	docs, err := document.DecodeYAML(context.Background(), []byte(gadgets))
	require.NoError(t, err)
	crd, err := upstream.Definition(docs[0].Object)
	require.NoError(t, err)
	endpoint, err := upstream.NewEndpoint(crd, "v1")
	require.NoError(t, err)
	theirs, theirStatus := endpoint.Strategies()
	ours := apimachinery.NewStrategy(crdschema.MustCompileYAML(gadgets).StorageVersion())
	ourStatus := apimachinery.NewStatusStrategy(ours)

	old := gadget("a", "7", map[string]any{"size": int64(7), "color": "blue"}, map[string]any{"ready": int64(1)})
	old.SetUID("u")
	old.SetGeneration(3)
	for name, c := range map[string]struct {
		object *unstructured.Unstructured
		status bool // a request to the status
		code   int32
	}{
		"create":          {gadget("b", "", map[string]any{"size": int64(5)}, map[string]any{"ready": int64(1)}), false, 0},
		"create invalid":  {gadget("b", "", map[string]any{"size": int64(7)}, nil), false, 422},
		"create again":    {gadget("a", "", map[string]any{"size": int64(5)}, nil), false, 409},
		"other namespace": {withNamespace(gadget("b", "", nil, nil)), false, 400},
		"update":          {gadget("a", "7", map[string]any{"size": int64(5), "color": "red"}, nil), false, 0},
		"update alike":    {gadget("a", "7", map[string]any{"size": int64(7), "color": "blue"}, map[string]any{"ready": "x"}), false, 0},
		"update invalid":  {gadget("a", "7", map[string]any{"size": int64(50), "color": "blue"}, nil), false, 422},
		"conflict":        {gadget("a", "6", map[string]any{"size": int64(5)}, nil), false, 409},
		"status":          {gadget("a", "7", map[string]any{"size": int64(50)}, map[string]any{"ready": int64(2)}), true, 0},
		"status invalid":  {gadget("a", "7", nil, map[string]any{"ready": "x"}), true, 422},
	} {
		mine, want := newStore(ours, ours, old), newStore(theirs, theirs, old)
		if c.status {
			mine, want = newStore(ours, ourStatus, old), newStore(theirs, theirStatus, old)
		}
		obj, status := send(mine, c.object)
		theirObj, theirStatus := send(want, c.object)
		assert.Equal(t, theirObj, obj, name)
		assert.Equal(t, theirStatus, status, name)
		if c.code == 0 {
			assert.Nil(t, status, name)
		} else if assert.NotNil(t, status, name) {
			assert.Equal(t, c.code, status.Code, name)
		}
	}
}

func withNamespace(u *unstructured.Unstructured) *unstructured.Unstructured {
	u.SetNamespace("another")
	return u
}

// send updates the object if it has a resourceVersion, and else creates it. It returns the
// object of the answer without what a server draws, or the Status.
func send(s *genericregistry.Store, object *unstructured.Unstructured) (map[string]any, *metav1.Status) {
	ctx := genericrequest.WithNamespace(context.Background(), "default")
	object = object.DeepCopy()
	var out runtime.Object
	var err error
	if object.GetResourceVersion() == "" {
		out, err = s.Create(ctx, object, nil, &metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	} else {
		out, _, err = s.Update(ctx, object.GetName(), rest.DefaultUpdatedObjectInfo(object), nil, nil, false, &metav1.UpdateOptions{DryRun: []string{metav1.DryRunAll}})
	}
	var status *apierrors.StatusError
	if errors.As(err, &status) {
		return nil, &status.ErrStatus
	}
	if err != nil {
		return nil, &metav1.Status{Message: err.Error()}
	}
	u := out.(*unstructured.Unstructured)
	if object.GetResourceVersion() == "" {
		u.SetUID("")
		u.SetCreationTimestamp(metav1.Time{})
	}
	return u.Object, nil
}
