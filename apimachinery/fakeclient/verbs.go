package fakeclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
)

func (s *server) create(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.CreateOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe("Create", obj, func() error { return c.Create(ctx, obj, opts...) })
	case isMetadata(obj):
		return errors.New("cannot create using only metadata")
	case v.kind.namespaced() && obj.GetNamespace() == "":
		return errors.New("an empty namespace may not be set during creation")
	}
	options := (&client.CreateOptions{}).ApplyOptions(opts).AsCreateOptions()
	r := &request{version: v, operation: crdschema.Create, verb: "Create", typed: isTyped(obj), namespace: v.namespace(obj.GetNamespace())}
	if err := r.parse(options.DryRun, options.FieldManager, options.FieldValidation, nil); err != nil {
		return err
	}
	if r.body, err = body(obj, v.gvk); err != nil {
		return err
	}
	return s.finish(ctx, r, obj)
}

// finish carries out a request and sets the object of the caller to the answer.
func (s *server) finish(ctx context.Context, r *request, obj client.Object) error {
	answer, err := s.write(ctx, r)
	if err != nil {
		return err
	}
	return s.fill(ctx, answer, obj)
}

func isMetadata(obj client.Object) bool {
	_, found := obj.(*metav1.PartialObjectMetadata)
	return found
}

func (s *server) update(ctx context.Context, c client.WithWatch, obj client.Object, opts ...client.UpdateOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe("Update", obj, func() error { return c.Update(ctx, obj, opts...) })
	case isMetadata(obj):
		return errors.New("cannot update using only metadata -- did you mean to patch?")
	}
	options := (&client.UpdateOptions{}).ApplyOptions(opts).AsUpdateOptions()
	r := &request{version: v, operation: crdschema.Update, verb: "Update", typed: isTyped(obj)}
	return s.replace(ctx, r, obj, obj, options)
}

// replace updates an object, or a subresource with a body of its own.
func (s *server) replace(ctx context.Context, r *request, obj, with client.Object, options *metav1.UpdateOptions) error {
	if err := r.locate(obj); err != nil {
		return err
	}
	if err := r.parse(options.DryRun, options.FieldManager, options.FieldValidation, nil); err != nil {
		return err
	}
	gvk := r.version.gvk
	if r.subresource == "scale" {
		gvk = scaleKind
	}
	var err error
	if r.body, err = body(with, gvk); err != nil {
		return err
	}
	return s.finish(ctx, r, with)
}

var scaleKind = schema.GroupVersionKind{Group: "autoscaling", Version: "v1", Kind: "Scale"}

// locate sets the URL of a request about an object.
func (r *request) locate(obj client.Object) error {
	r.namespace, r.name = r.version.namespace(obj.GetNamespace()), obj.GetName()
	return r.version.checkURL(r.namespace, r.name)
}

func (s *server) patch(ctx context.Context, c client.WithWatch, obj client.Object, patch client.Patch, opts ...client.PatchOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe("Patch", obj, func() error { return c.Patch(ctx, obj, patch, opts...) })
	}
	options := (&client.PatchOptions{}).ApplyOptions(opts).AsPatchOptions()
	r := &request{version: v, operation: crdschema.Patch, verb: "Patch"}
	return s.apply(ctx, r, obj, obj, patch, options)
}

// apply patches an object, or a subresource with a body of its own.
func (s *server) apply(ctx context.Context, r *request, obj, with client.Object, patch client.Patch, options *metav1.PatchOptions) error {
	if err := r.locate(obj); err != nil {
		return err
	}
	var err error
	if r.body, err = patch.Data(with); err != nil {
		return err
	}
	r.contentType = string(patch.Type())
	if err := r.parse(options.DryRun, options.FieldManager, options.FieldValidation, options.Force); err != nil {
		return err
	}
	return s.finish(ctx, r, with)
}

func (s *server) createSubresource(ctx context.Context, c client.Client, name string, obj, subresource client.Object, opts ...client.SubResourceCreateOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return c.SubResource(name).Create(ctx, obj, subresource, opts...)
	}
	return apimachinery.StatusError(v.target(obj.GetNamespace(), obj.GetName()).MethodNotAllowed("create"))
}

func (s *server) updateSubresource(ctx context.Context, c client.Client, name string, obj client.Object, opts ...client.SubResourceUpdateOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe(verb(name, "Update"), obj, func() error { return c.SubResource(name).Update(ctx, obj, opts...) })
	}
	options := (&client.SubResourceUpdateOptions{}).ApplyOptions(opts)
	r := &request{version: v, verb: verb(name, "Update"), subresource: name}
	switch name {
	case "status":
		r.operation = crdschema.UpdateStatus
	case "scale":
		r.operation = crdschema.UpdateScale
	default:
		return apimachinery.StatusError(v.target(obj.GetNamespace(), obj.GetName()).NotFound())
	}
	with := obj
	if options.SubResourceBody != nil {
		with = options.SubResourceBody
	}
	r.typed = name == "status" && isTyped(with)
	return s.replace(ctx, r, obj, with, options.AsUpdateOptions())
}

func (s *server) patchSubresource(ctx context.Context, c client.Client, name string, obj client.Object, patch client.Patch, opts ...client.SubResourcePatchOption) error {
	v, err := s.kinds.of(s.types, obj)
	switch {
	case err != nil:
		return err
	case v == nil:
		return s.observe(verb(name, "Patch"), obj, func() error { return c.SubResource(name).Patch(ctx, obj, patch, opts...) })
	}
	options := (&client.SubResourcePatchOptions{}).ApplyOptions(opts)
	r := &request{version: v, verb: verb(name, "Patch"), subresource: name}
	switch name {
	case "status":
		r.operation = crdschema.PatchStatus
	case "scale":
		r.operation = crdschema.PatchScale
	default:
		return apimachinery.StatusError(v.target(obj.GetNamespace(), obj.GetName()).NotFound())
	}
	with := obj
	if options.SubResourceBody != nil {
		with = options.SubResourceBody
	}
	return s.apply(ctx, r, obj, with, patch, options.AsPatchOptions())
}

func verb(subresource, name string) string {
	if subresource == "status" {
		return "Status()." + name
	}
	return fmt.Sprintf("SubResource(%q).%s", subresource, name)
}

// notRouted returns the error of a client for a path that a server does not have.
func (v *version) notRouted(method, name string) error {
	resource := schema.GroupResource{Group: v.kind.Group(), Resource: v.kind.Names().Plural}
	return apierrors.NewGenericServerResponse(http.StatusNotFound, method, resource, name, "", 0, true)
}
