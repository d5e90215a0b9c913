package fakeclient

import (
	"context"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/httpapi"
	"github.com/seed95800270/crdschema/registry"
)

func (s *server) get(ctx context.Context, c client.WithWatch, key client.ObjectKey, obj client.Object, opts ...client.GetOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return c.Get(ctx, key, obj, opts...)
	}
	answer, err := s.read(ctx, v, key.Namespace, key.Name)
	if err != nil {
		return err
	}
	return s.fill(ctx, answer, obj)
}

// read returns a stored object at a version.
func (s *server) read(ctx context.Context, v *version, namespace, name string) (map[string]any, error) {
	if err := v.checkURL(namespace, name); err != nil {
		return nil, err
	}
	e, err := s.store.get(ctx, v.kind, types.NamespacedName{Namespace: v.namespace(namespace), Name: name})
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, apimachinery.StatusError(v.target(namespace, name).NotFound())
	}
	obj, err := v.kind.Read(ctx, e.stored, v.gvk.Version)
	return obj, apimachinery.ErrorOf(err)
}

// fill sets the object of a caller to an answer, without managed fields unless they are wanted.
func (s *server) fill(ctx context.Context, answer map[string]any, obj runtime.Object) error {
	if !s.managedFields {
		answer = withoutManagedFields(answer)
	}
	return fill(ctx, answer, obj)
}

func (s *server) getSubresource(ctx context.Context, c client.Client, name string, obj, subresource client.Object, opts ...client.SubResourceGetOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return c.SubResource(name).Get(ctx, obj, subresource, opts...)
	}
	answer, err := s.read(ctx, v, obj.GetNamespace(), obj.GetName())
	if err != nil {
		return err
	}
	subresources := v.version.Subresources()
	switch {
	case name == "scale":
		scale, refused := registry.Scale(v.version, answer)
		if refused != nil {
			return apimachinery.StatusError(refused)
		}
		answer = scale
	case name != "status" || !subresources.Status:
		return apimachinery.StatusError(v.target(obj.GetNamespace(), obj.GetName()).NotFound())
	}
	return s.fill(ctx, answer, subresource)
}

func (s *server) list(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
	v, err := s.kinds.ofList(s.types, list)
	switch {
	case err != nil:
		return err
	case v == nil:
		return c.List(ctx, list, opts...)
	}
	options := (&client.ListOptions{}).ApplyOptions(opts)
	stored, err := s.store.list(ctx, v.kind, v.namespace(options.Namespace))
	if err != nil {
		return err
	}
	selected, err := s.selection(ctx, v, c, list, options)
	if err != nil {
		return err
	}
	objs, err := s.items(ctx, v, stored, selected)
	if err != nil {
		return err
	}
	return s.fillList(ctx, v, objs, list)
}

// selected reports whether an object is in a list.
type selected func(ctx context.Context, obj map[string]any) (bool, error)

// selection returns which objects the options select. Fields are selected by the indexes of the
// fake client, as the cache of a manager does, or else as a server does.
func (s *server) selection(ctx context.Context, v *version, c client.Client, list client.ObjectList, options *client.ListOptions) (selected, error) {
	byLabel := func(_ context.Context, obj map[string]any) (bool, error) {
		set := labels.Set(apimachinery.ToUnstructured(obj).GetLabels())
		return options.LabelSelector == nil || options.LabelSelector.Matches(set), nil
	}
	if options.FieldSelector == nil || options.FieldSelector.Empty() {
		return byLabel, nil
	}
	indexed := list.DeepCopyObject().(client.ObjectList)
	if err := c.List(ctx, indexed, options); err != nil {
		return v.serverSelection(options, err)
	}
	keys := map[types.NamespacedName]bool{}
	err := meta.EachListItem(indexed, func(obj runtime.Object) error {
		accessor, err := meta.Accessor(obj)
		if err == nil {
			keys[types.NamespacedName{Namespace: accessor.GetNamespace(), Name: accessor.GetName()}] = true
		}
		return err
	})
	return func(_ context.Context, obj map[string]any) (bool, error) { return keys[keyOf(obj)], nil }, err
}

// serverSelection returns what a server selects, or else an error of the fake client.
func (v *version) serverSelection(options *client.ListOptions, missing error) (selected, error) {
	query := map[string][]string{}
	if options.LabelSelector != nil {
		query["labelSelector"] = []string{options.LabelSelector.String()}
	}
	if options.FieldSelector != nil {
		query["fieldSelector"] = []string{options.FieldSelector.String()}
	}
	parsed, refused := httpapi.ParseList(query)
	if refused != nil {
		return nil, apimachinery.StatusError(refused)
	}
	selectable, err := v.selectable()
	if err != nil {
		return nil, err
	}
	selection, refused := parsed.Select(selectable)
	switch {
	case refused != nil && missing != nil:
		return nil, missing
	case refused != nil:
		return nil, apimachinery.StatusError(refused)
	}
	return selection.Matches, nil
}

// items reads the selected objects.
func (s *server) items(ctx context.Context, v *version, stored []*entry, selects selected) ([]map[string]any, error) {
	values := make([]map[string]any, len(stored))
	for i, e := range stored {
		values[i] = e.stored
	}
	objs, err := v.kind.ReadList(ctx, values, v.gvk.Version)
	if err != nil {
		return nil, apimachinery.ErrorOf(err)
	}
	out := objs[:0:0]
	for _, obj := range objs {
		in, err := selects(ctx, obj)
		if err != nil {
			return nil, err
		}
		if in {
			out = append(out, obj)
		}
	}
	return out, nil
}

// fillList sets the list of a caller.
func (s *server) fillList(ctx context.Context, v *version, objs []map[string]any, list client.ObjectList) error {
	if partial, ok := list.(*metav1.PartialObjectMetadataList); ok {
		partial.Items = make([]metav1.PartialObjectMetadata, len(objs))
		for i, obj := range objs {
			if err := s.fill(ctx, obj, &partial.Items[i]); err != nil {
				return err
			}
		}
		return nil
	}
	items := make([]map[string]any, len(objs))
	for i, obj := range objs {
		if items[i] = obj; !s.managedFields {
			items[i] = withoutManagedFields(obj)
		}
	}
	if err := fill(ctx, registry.List(v.version, items, registry.ListMetadata(0, "", 0)), list); err != nil {
		return err
	}
	if _, ok := list.(runtime.Unstructured); ok {
		return nil
	}
	return meta.EachListItem(list, func(obj runtime.Object) error {
		obj.GetObjectKind().SetGroupVersionKind(emptyKind)
		return nil
	})
}
