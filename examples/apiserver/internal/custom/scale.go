package custom

import (
	"context"
	"fmt"
	"math"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/apimachinery"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
)

// statusREST is the rest.Patcher of the status.
type statusREST struct{ *genericregistry.Store }

// Update implements rest.Updater: a status is not created.
func (s statusREST) Update(ctx context.Context, name string, info rest.UpdatedObjectInfo, create rest.ValidateObjectFunc,
	update rest.ValidateObjectUpdateFunc, _ bool, options *metav1.UpdateOptions) (runtime.Object, bool, error) {
	return s.Store.Update(ctx, name, info, create, update, false, options)
}

// scaleREST is the rest.Patcher of the Scales of the objects of a version.
type scaleREST struct {
	version *crdschema.Version
	store   *genericregistry.Store
	paths   managedfields.ResourcePathMappings
}

// New implements rest.Updater.
func (scaleREST) New() runtime.Object { return &autoscalingv1.Scale{} }

// Get implements rest.Getter.
func (s scaleREST) Get(ctx context.Context, name string, options *metav1.GetOptions) (runtime.Object, error) {
	obj, err := s.store.Get(ctx, name, options)
	if err != nil {
		return nil, err
	}
	return s.scale(ctx, obj)
}

// Update implements rest.Updater. A Scale is not created.
func (s scaleREST) Update(ctx context.Context, name string, info rest.UpdatedObjectInfo, _ rest.ValidateObjectFunc,
	update rest.ValidateObjectUpdateFunc, _ bool, options *metav1.UpdateOptions) (runtime.Object, bool, error) {
	obj, _, err := s.store.Update(ctx, name, scaled{info, s}, rest.ValidateAllObjectFunc, s.validated(update), false, options)
	if err != nil {
		return nil, false, err
	}
	scale, err := s.scale(ctx, obj)
	return scale, false, err
}

// validated returns a validation of updates of objects. It gives update their Scales.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, toScaleUpdateValidation.
func (s scaleREST) validated(update rest.ValidateObjectUpdateFunc) rest.ValidateObjectUpdateFunc {
	return func(ctx context.Context, obj, old runtime.Object) error {
		scale, err := s.scale(ctx, obj)
		if err != nil {
			return err
		}
		before, err := s.before(ctx, old.(*unstructured.Unstructured))
		if err != nil {
			return err
		}
		if before.Spec.Replicas == unset {
			before.Spec.Replicas = 0
		}
		return update(ctx, scale, before)
	}
}

// scale returns the Scale of an object.
func (s scaleREST) scale(ctx context.Context, obj runtime.Object) (*autoscalingv1.Scale, error) {
	m, err := normalized(obj.(*unstructured.Unstructured).Object)
	if err != nil {
		return nil, err
	}
	scale, refused := registry.Scale(s.version, m)
	if refused != nil {
		return nil, apimachinery.StatusError(refused)
	}
	out := &autoscalingv1.Scale{}
	return out, apimachinery.FromMap(ctx, scale, out)
}

// unset marks the Scale of an object that has no number yet: a client must set one.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, invalidSpecReplicas.
const unset = math.MinInt32

// before returns the Scale that a request changes.
func (s scaleREST) before(ctx context.Context, old *unstructured.Unstructured) (*autoscalingv1.Scale, error) {
	out, err := s.scale(ctx, old)
	if err == nil {
		return out, nil
	}
	m, err := normalized(old.Object)
	if err != nil {
		return nil, err
	}
	set, refused := registry.PrepareScale(s.version, map[string]any{"spec": map[string]any{"replicas": int64(1)}}, m)
	if refused != nil {
		return nil, apimachinery.StatusError(refused)
	}
	if out, err = s.scale(ctx, &unstructured.Unstructured{Object: set}); err != nil {
		return nil, err
	}
	out.Spec.Replicas = unset
	return out, nil
}

// scaled is the rest.UpdatedObjectInfo of an object whose Scale a request changes.
type scaled struct {
	rest.UpdatedObjectInfo
	rest scaleREST
}

// UpdatedObject implements rest.UpdatedObjectInfo.
func (u scaled) UpdatedObject(ctx context.Context, obj runtime.Object) (runtime.Object, error) {
	old := obj.(*unstructured.Unstructured)
	scale, err := u.rest.before(ctx, old)
	if err != nil {
		return nil, err
	}
	d := u.rest.version.Definition()
	gv := schema.GroupVersion{Group: d.Group(), Version: u.rest.version.Name()}
	managers := managedfields.NewScaleHandler(old.GetManagedFields(), gv, u.rest.paths)
	if scale.ManagedFields, err = managers.ToSubresource(); err != nil {
		return nil, err
	}
	changed, err := u.UpdatedObjectInfo.UpdatedObject(ctx, scale)
	if err != nil {
		return nil, err
	}
	scale, ok := changed.(*autoscalingv1.Scale)
	if !ok {
		return nil, fmt.Errorf("%T is not a Scale", changed)
	}
	out, err := u.set(ctx, scale, old)
	if err != nil {
		return nil, err
	}
	entries, err := managers.ToParent(scale.ManagedFields)
	if err != nil {
		return nil, err
	}
	out.SetManagedFields(entries)
	return out, nil
}

// set returns old with the number of a Scale.
func (u scaled) set(ctx context.Context, scale *autoscalingv1.Scale, old *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	wanted, err := apimachinery.ToMap(ctx, scale)
	if err != nil {
		return nil, err
	}
	m, err := normalized(old.Object)
	if err != nil {
		return nil, err
	}
	out, refused := registry.PrepareScale(u.rest.version, wanted, m)
	if refused != nil {
		return nil, apimachinery.StatusError(refused)
	}
	return &unstructured.Unstructured{Object: structural.Clone(out)}, nil
}
