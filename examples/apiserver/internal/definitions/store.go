package definitions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/generic"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/registry"
)

var kind = schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"}

// Store keeps CRDs in etcd.
type Store struct {
	*genericregistry.Store
	asObject *crdschema.Version // a CRD, as a collection of objects treats it
}

// NewStore returns the store of CRDs.
func NewStore(ctx context.Context, options generic.RESTOptionsGetter) (*Store, error) {
	d, err := crdschema.Compile(ctx, map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": kind.Kind,
		"metadata": map[string]any{"name": resource.Resource + "." + kind.Group},
		"spec": map[string]any{"group": kind.Group, "scope": "Cluster",
			"names": map[string]any{"plural": resource.Resource, "singular": "customresourcedefinition", "kind": kind.Kind},
			"versions": []any{map[string]any{"name": kind.Version, "served": true, "storage": true, "schema": map[string]any{
				"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}},
	})
	if err != nil {
		return nil, err
	}
	v := d.StorageVersion()
	store, err := custom.NewStore(v, apimachinery.NewStrategy(v), options, custom.Stored{Codec: codec{}, Attributes: attributes, Tables: tables{}})
	return &Store{store, v}, err
}

// attributes returns what selectors select CRDs by.
func attributes(obj runtime.Object) (labels.Set, fields.Set, error) {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil, nil, fmt.Errorf("%T is not an unstructured object", obj)
	}
	values, err := registry.CRDSelectable().Values(context.Background(), u.Object)
	return u.GetLabels(), values, err
}

// codec reads and writes CRDs as kube-apiserver does.
type codec struct{}

// Identifier implements runtime.Encoder.
func (codec) Identifier() runtime.Identifier { return "stored definitions" }

// Encode implements runtime.Encoder.
func (codec) Encode(obj runtime.Object, w io.Writer) error {
	crd, err := registry.EncodeStoredCRD(context.Background(), obj.(*unstructured.Unstructured).Object)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(crd)
}

// Decode implements runtime.Decoder. A watch passes no object to decode into.
func (codec) Decode(data []byte, _ *schema.GroupVersionKind, into runtime.Object) (runtime.Object, *schema.GroupVersionKind, error) {
	doc, err := document.DecodeJSON(context.Background(), data)
	if err != nil {
		return nil, nil, err
	}
	crd, err := registry.DecodeStoredCRD(context.Background(), doc.Object)
	if err != nil {
		return nil, nil, err
	}
	out, ok := into.(*unstructured.Unstructured)
	if !ok {
		out = &unstructured.Unstructured{}
	}
	gvk := kind
	out.Object = crd
	return out, &gvk, nil
}

// load returns a stored CRD, or nil.
func (s *Store) load(ctx context.Context, name string) (map[string]any, error) {
	key, err := s.KeyFunc(ctx, name)
	if err != nil {
		return nil, err
	}
	out := &unstructured.Unstructured{}
	err = s.Storage.Storage.Get(ctx, key, storage.GetOptions{}, out)
	if storage.IsNotFound(err) {
		return nil, nil
	}
	return out.Object, err
}

// errAgain is the error of a write of a CRD that has changed in the meantime.
var errAgain = errors.New("the definition has changed")

// write replaces old, or creates a CRD if it is nil. It returns the stored CRD.
func (s *Store) write(ctx context.Context, name string, old, crd map[string]any) (map[string]any, error) {
	key, err := s.KeyFunc(ctx, name)
	if err != nil {
		return nil, err
	}
	obj, out := &unstructured.Unstructured{Object: registry.AtRevision(crd, 0)}, &unstructured.Unstructured{}
	if old == nil {
		obj.SetResourceVersion("")
		err = s.Storage.Storage.Create(ctx, key, obj.DeepCopy(), out, 0)
	} else {
		err = s.Storage.Storage.GuaranteedUpdate(ctx, key, out, false, preconditions(old), func(runtime.Object, storage.ResponseMeta) (runtime.Object, *uint64, error) {
			return obj.DeepCopy(), nil, nil
		}, nil)
	}
	return out.Object, retried(err)
}

// remove removes a stored CRD.
func (s *Store) remove(ctx context.Context, name string, old map[string]any) error {
	key, err := s.KeyFunc(ctx, name)
	if err != nil {
		return err
	}
	return retried(s.Storage.Storage.Delete(ctx, key, &unstructured.Unstructured{}, preconditions(old), rest.ValidateAllObjectFunc, nil, storage.DeleteOptions{}))
}

func preconditions(old map[string]any) *storage.Preconditions {
	version := (&unstructured.Unstructured{Object: old}).GetResourceVersion()
	return &storage.Preconditions{ResourceVersion: &version}
}

func retried(err error) error {
	if storage.IsConflict(err) || storage.IsInvalidObj(err) || storage.IsNotFound(err) || storage.IsExist(err) {
		return errAgain
	}
	return err
}

func revisionOf(crd map[string]any) uint64 {
	revision, _ := strconv.ParseUint((&unstructured.Unstructured{Object: crd}).GetResourceVersion(), 10, 64)
	return revision
}
