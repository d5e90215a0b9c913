package definitions

import (
	"context"
	"io"
	"net/http"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/handlers"

	"github.com/seed95800270/crdschema/examples/apiserver/internal/custom"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// reader answers requests that do not decide about one CRD.
func (s *Store) reader(host custom.Host, path httpapi.Path) http.HandlerFunc {
	scope := custom.NewScope(s.asObject, host, tables{}, lists{custom.Convertor{Version: s.asObject, Selectable: registry.CRDSelectable()}})
	scope.Serializer = inOrder{scope.Serializer}
	switch path.Verb {
	case "get":
		return handlers.GetResource(s, scope)
	case "deletecollection":
		return handlers.DeleteCollection(s, true, scope, nil)
	default:
		return handlers.ListResource(s, s, scope, path.Verb == "watch", host.MinRequestTimeout)
	}
}

// inOrder writes the fields of CRDs in the order of the Go types of Kubernetes.
type inOrder struct{ runtime.NegotiatedSerializer }

// SupportedMediaTypes implements runtime.NegotiatedSerializer.
func (s inOrder) SupportedMediaTypes() []runtime.SerializerInfo {
	out := slices.Clone(s.NegotiatedSerializer.SupportedMediaTypes())
	for i, info := range out {
		if info.MediaType == runtime.ContentTypeJSON {
			out[i].Serializer = ordered{info.Serializer, httpapi.MediaType{Name: httpapi.JSON}}
			out[i].PrettySerializer = ordered{info.PrettySerializer, httpapi.MediaType{Name: httpapi.JSON, Pretty: true}}
		}
	}
	return out
}

// ordered encodes CRDs with the library.
type ordered struct {
	runtime.Serializer
	media httpapi.MediaType
}

// Encode implements runtime.Encoder.
func (o ordered) Encode(obj runtime.Object, w io.Writer) error {
	u, ok := obj.(runtime.Unstructured)
	if !ok {
		return o.Serializer.Encode(obj, w)
	}
	m, err := structural.Normalize(u.UnstructuredContent())
	if err != nil {
		return err
	}
	text, err := httpapi.Encode(context.Background(), o.media, m.(map[string]any))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// lists converts lists of CRDs: their items have no apiVersion and kind.
type lists struct{ custom.Convertor }

// ConvertToVersion implements runtime.ObjectConvertor.
func (l lists) ConvertToVersion(in runtime.Object, gv runtime.GroupVersioner) (runtime.Object, error) {
	list, ok := in.(*unstructured.UnstructuredList)
	if !ok {
		return l.Convertor.ConvertToVersion(in, gv)
	}
	out := list.DeepCopy()
	for i := range out.Items {
		delete(out.Items[i].Object, "apiVersion")
		delete(out.Items[i].Object, "kind")
	}
	return out, nil
}

// tables makes tables of CRDs.
type tables struct{}

// ConvertToTable implements rest.TableConvertor.
func (tables) ConvertToTable(ctx context.Context, obj, options runtime.Object) (*metav1.Table, error) {
	objs, metadata := []runtime.Object{obj}, map[string]any{}
	if accessor, err := meta.CommonAccessor(obj); err == nil {
		metadata["resourceVersion"] = accessor.GetResourceVersion()
	}
	if list, ok := obj.(*unstructured.UnstructuredList); ok {
		objs = nil
		for i := range list.Items {
			objs = append(objs, &list.Items[i])
		}
		metadata, _ = list.Object["metadata"].(map[string]any)
	}
	var crds []map[string]any
	for _, obj := range objs {
		crds = append(crds, obj.(*unstructured.Unstructured).Object)
	}
	table, err := registry.CRDTable(ctx, crds, append(custom.TableOptions(options), registry.WithListMetadata(metadata))...)
	if err != nil {
		return nil, err
	}
	return custom.TypedTable(ctx, table, objs)
}

// resource is the path of CRDs.
var resource = schema.GroupVersionResource{Group: kind.Group, Version: kind.Version, Resource: "customresourcedefinitions"}
