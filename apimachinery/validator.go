package apimachinery

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"

	"github.com/seed95800270/crdschema"
)

// Validator validates objects as the server would. It is an admission.Validator[T] of
// controller-runtime, if W is its type admission.Warnings, and a webhook.CustomValidator if T
// is runtime.Object. It is safe for concurrent use.
//
// A typed object is judged as its type encodes it: without the fields that the type does not
// have, and without zeros that its tags omit. A [Webhook] or [Handler] judges what the client
// sent.
type Validator[T runtime.Object, W ~[]string] struct {
	endpoint
	subresource func(context.Context) string
}

// ValidatorOption configures a [Validator].
type ValidatorOption interface{ applyTo(*validatorOptions) }

type validatorOptions struct{ subresource func(context.Context) string }

type validatorOptionFunc func(*validatorOptions)

func (f validatorOptionFunc) applyTo(o *validatorOptions) { f(o) }

// WithSubresource sets a function that returns the subresource of the request, "" or "status",
// from the context of a method: controller-runtime keeps the request there. Without it, every
// request is for the object itself and cannot change the status. Updates of other subresources
// are valid.
func WithSubresource(of func(context.Context) string) ValidatorOption {
	return validatorOptionFunc(func(o *validatorOptions) { o.subresource = of })
}

// NewValidator returns a validator of objects of a definition at a version; see
// [NewDefaulter].
//
//	apimachinery.NewValidator[*v1.CronTab, admission.Warnings](definition, "v1")
func NewValidator[T runtime.Object, W ~[]string](d *crdschema.Definition, version string, opts ...ValidatorOption) Validator[T, W] {
	o := validatorOptions{subresource: func(context.Context) string { return "" }}
	for _, option := range opts {
		option.applyTo(&o)
	}
	return Validator[T, W]{endpoint{d, version}, o.subresource}
}

// ValidateCreate returns the warnings about a new object and, if the server would reject it, a
// *apierrors.StatusError. Any other error means the lack of a verdict: see
// crdschema.Definition.Admit, and [ToMap].
func (v Validator[T, W]) ValidateCreate(ctx context.Context, obj T) (W, error) {
	m, err := v.toMap(ctx, obj)
	if err != nil {
		return nil, err
	}
	return answer[W](v.definition.Admit(ctx, crdschema.Request{Object: m, Version: v.version}))
}

// ValidateUpdate returns the same for an update of oldObj.
func (v Validator[T, W]) ValidateUpdate(ctx context.Context, oldObj, newObj T) (W, error) {
	request := crdschema.Request{Operation: crdschema.Update, Version: v.version}
	switch v.subresource(ctx) {
	case "":
	case "status":
		request.Operation = crdschema.UpdateStatus
	default:
		return nil, nil
	}
	var err error
	if request.Old, err = v.toMap(ctx, oldObj); err != nil {
		return nil, err
	}
	if request.Object, err = v.toMap(ctx, newObj); err != nil {
		return nil, err
	}
	return answer[W](v.definition.Admit(ctx, request))
}

// ValidateDelete returns nothing: a definition does not restrict what is deleted.
func (v Validator[T, W]) ValidateDelete(context.Context, T) (W, error) { return nil, nil }

func answer[W ~[]string](r crdschema.Result, err error) (W, error) {
	if err != nil {
		return nil, err
	}
	return W(r.Warnings), StatusError(r.Status())
}
