package fakeclient

import (
	"context"
	"errors"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

func (s *server) delete(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.DeleteOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe("Delete", obj, func() error { return c.Delete(ctx, obj, opts...) })
	}
	key := types.NamespacedName{Namespace: v.namespace(obj.GetNamespace()), Name: obj.GetName()}
	if err := v.checkURL(key.Namespace, key.Name); err != nil {
		return err
	}
	return s.deleteOne(ctx, v, key, "Delete", (&client.DeleteOptions{}).ApplyOptions(opts).AsDeleteOptions())
}

// deleteOne deletes an object. It decides again if another write comes in between.
func (s *server) deleteOne(ctx context.Context, v *version, key types.NamespacedName, verb string, options *metav1.DeleteOptions) error {
	values, err := apimachinery.ToMap(ctx, options)
	if err != nil {
		return err
	}
	for {
		err := s.tryDelete(ctx, v, key, verb, values)
		if !errors.Is(err, errChanged) || ctx.Err() != nil {
			return err
		}
	}
}

func (s *server) tryDelete(ctx context.Context, v *version, key types.NamespacedName, verb string, options map[string]any) error {
	old, err := s.store.get(ctx, v.kind, key)
	if err != nil {
		return err
	}
	r := &request{version: v, verb: verb, namespace: key.Namespace, name: key.Name}
	if err := s.admitDeletion(ctx, s.mutating, r, old); err != nil {
		return err
	}
	revision := s.store.next(v.kind, key, old)
	result, err := v.kind.Delete(ctx, crdschema.DeleteRequest{Options: options, Old: oldObject(old), Version: v.gvk.Version, Name: key.Name, Now: s.now(), Revision: revision})
	if err != nil {
		return apimachinery.ErrorOf(err)
	}
	if err := apimachinery.StatusError(result.Status()); err != nil {
		return err
	}
	if err := s.admitDeletion(ctx, s.validating, r, old); err != nil {
		return err
	}
	s.warn(r, result.Warnings)
	unchanged := result.Stored != nil && structural.Equal(registry.AtRevision(result.Stored, 0), registry.AtRevision(old.stored, 0))
	if result.DryRun || unchanged {
		return nil
	}
	var stored map[string]any
	if result.Stored != nil {
		stored = registry.AtRevision(result.Stored, revision)
	}
	if err := s.store.commit(ctx, v.kind, key, old, stored, revision); err != nil {
		return err
	}
	s.count(verb, v.gvk, key, old.stored, stored)
	return nil
}

func (s *server) deleteAllOf(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.DeleteAllOfOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return c.DeleteAllOf(ctx, obj, opts...)
	}
	options := (&client.DeleteAllOfOptions{}).ApplyOptions(opts)
	if v.kind.namespaced() && options.Namespace == "" {
		return v.notRouted("DELETE", "")
	}
	selects, err := v.serverSelection(&options.ListOptions, nil)
	if err != nil {
		return err
	}
	stored, err := s.store.list(ctx, v.kind, v.namespace(options.Namespace))
	if err != nil {
		return err
	}
	objs, err := s.items(ctx, v, stored, selects)
	if err != nil {
		return err
	}
	for _, obj := range objs {
		err := s.deleteOne(ctx, v, keyOf(obj), "DeleteAllOf", options.DeleteOptions.AsDeleteOptions())
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}
