package custom

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/generic"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/warning"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/document"
	"github.com/seed95800270/crdschema/structural"
)

// newStore returns the store of a version, and its strategy. The context ends conversions.
func newStore(ctx context.Context, v *crdschema.Version, host Host) (*genericregistry.Store, *apimachinery.Strategy, error) {
	strategy := apimachinery.NewStrategy(v, apimachinery.WithWarningRecorder(func(ctx context.Context, text string) {
		warning.AddWarning(ctx, "", text)
	}))
	store, err := NewStore(v, strategy, host.RESTOptions, Stored{storageCodec{ctx, v, host.begun}, strategy.GetAttrs, apimachinery.NewTableConvertor(v)})
	return store, strategy, err
}

// Stored is how a store keeps objects, selects and prints them.
type Stored struct {
	Codec      runtime.Codec
	Attributes storage.AttrFunc
	Tables     rest.TableConvertor
}

// NewStore returns a store of the objects of a version.
func NewStore(v *crdschema.Version, strategy *apimachinery.Strategy, options generic.RESTOptionsGetter, how Stored) (*genericregistry.Store, error) {
	d := v.Definition()
	gv := schema.GroupVersion{Group: d.Group(), Version: v.Name()}
	store := &genericregistry.Store{
		NewFunc: func() runtime.Object {
			u := &unstructured.Unstructured{}
			u.SetGroupVersionKind(gv.WithKind(d.Kind()))
			return u
		},
		NewListFunc: func() runtime.Object {
			list := &unstructured.UnstructuredList{}
			list.SetGroupVersionKind(gv.WithKind(d.Names().ListKind))
			return list
		},
		PredicateFunc: func(label labels.Selector, field fields.Selector) storage.SelectionPredicate {
			return storage.SelectionPredicate{Label: label, Field: field, GetAttrs: how.Attributes}
		},
		DefaultQualifiedResource:  schema.GroupResource{Group: d.Group(), Resource: d.Names().Plural},
		SingularQualifiedResource: schema.GroupResource{Group: d.Group(), Resource: d.Names().Singular},
		CreateStrategy:            strategy,
		UpdateStrategy:            strategy,
		DeleteStrategy:            strategy,
		ResetFieldsStrategy:       strategy,
		TableConvertor:            how.Tables,
	}
	return store, store.CompleteWithOptions(&generic.StoreOptions{RESTOptions: codecOptions{options, how.Codec}, AttrFunc: how.Attributes})
}

// codecOptions are options of storage with another codec.
type codecOptions struct {
	generic.RESTOptionsGetter
	codec runtime.Codec
}

// GetRESTOptions implements generic.RESTOptionsGetter.
func (o codecOptions) GetRESTOptions(resource schema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	out, err := o.RESTOptionsGetter.GetRESTOptions(resource, nil)
	if err != nil {
		return out, err
	}
	config := *out.StorageConfig
	config.Codec = o.codec
	out.StorageConfig = &config
	return out, nil
}

// storageCodec is the codec of objects in etcd, read at a version. Its context ends with the kind: codecs get no
// other one.
type storageCodec struct {
	ctx     context.Context
	version *crdschema.Version
	begun   <-chan struct{}
}

// Identifier implements runtime.Encoder.
func (c storageCodec) Identifier() runtime.Identifier {
	return runtime.Identifier("stored " + c.version.Definition().Name() + " " + c.version.Name())
}

// Encode implements runtime.Encoder. An object without a name is one with which a cache tests its codec: a
// webhook need not be asked about it.
func (c storageCodec) Encode(obj runtime.Object, w io.Writer) error {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return fmt.Errorf("%T is not an unstructured object", obj)
	}
	m, err := normalized(u.Object)
	if err != nil {
		return err
	}
	if u.GetName() != "" {
		if m, err = c.version.Definition().EncodeStored(c.ctx, m); err != nil {
			return err
		}
	}
	return json.NewEncoder(w).Encode(m)
}

// Decode implements runtime.Decoder. A watch passes no object to decode into.
func (c storageCodec) Decode(data []byte, _ *schema.GroupVersionKind, into runtime.Object) (runtime.Object, *schema.GroupVersionKind, error) {
	u, ok := into.(*unstructured.Unstructured)
	if !ok {
		u = &unstructured.Unstructured{}
	}
	select {
	case <-c.begun: // before, only a cache reads, and a webhook would be called for a kind that does not answer yet
	case <-c.ctx.Done():
		return nil, nil, c.ctx.Err()
	}
	doc, err := document.DecodeJSON(context.Background(), data)
	if err != nil {
		return nil, nil, err
	}
	obj, err := c.version.DecodeStored(c.ctx, doc.Object)
	if err != nil {
		return nil, nil, err
	}
	u.Object = structural.Clone(obj)
	gvk := u.GroupVersionKind()
	return u, &gvk, nil
}

// normalized returns the content of an object as the library takes it.
func normalized(content map[string]any) (map[string]any, error) {
	m, err := structural.Normalize(content)
	if err != nil {
		return nil, err
	}
	out, _ := m.(map[string]any)
	return out, nil
}
