package custom

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/selector"
	"github.com/seed95800270/crdschema/structural"
)

// Convertor is the runtime.ObjectConvertor and runtime.ObjectDefaulter of a version. It converts in memory:
// without pruning and defaults.
type Convertor struct {
	Version    *crdschema.Version
	Selectable *registry.Selectable
}

// Convert implements runtime.ObjectConvertor.
func (c Convertor) Convert(in, out, target any) error {
	from, ok := in.(*unstructured.Unstructured)
	to, ok2 := out.(*unstructured.Unstructured)
	if !ok || !ok2 {
		return fmt.Errorf("%T cannot be converted to %T", in, out)
	}
	gv, ok := target.(runtime.GroupVersioner)
	if !ok {
		gv = to.GroupVersionKind().GroupVersion()
	}
	converted, err := c.ConvertToVersion(from, gv)
	if err != nil {
		return err
	}
	to.Object = converted.(*unstructured.Unstructured).Object
	return nil
}

// ConvertToVersion implements runtime.ObjectConvertor: it returns a copy of an object. The objects of a list
// have its version already.
func (c Convertor) ConvertToVersion(in runtime.Object, target runtime.GroupVersioner) (runtime.Object, error) {
	u, ok := in.(*unstructured.Unstructured)
	if !ok {
		return in, nil
	}
	from := u.GroupVersionKind()
	to, ok := target.KindForGroupVersionKinds([]schema.GroupVersionKind{from})
	if !ok {
		return nil, fmt.Errorf("%s is unstructured and is not suitable for converting to %q", from, target)
	}
	if to.GroupVersion() == from.GroupVersion() {
		return u.DeepCopy(), nil
	}
	m, err := normalized(u.Object)
	if err != nil {
		return nil, err
	}
	out, err := c.Version.Definition().Convert(context.Background(), m, to.Version)
	if err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: structural.Clone(out)}, nil
}

// ConvertFieldLabel implements runtime.ObjectConvertor.
func (c Convertor) ConvertFieldLabel(_ schema.GroupVersionKind, label, value string) (string, string, error) {
	if _, err := c.Selectable.Select(selector.Labels{}, selector.FieldEquals(label, value)); err != nil {
		return "", "", errors.New(err.Error())
	}
	return label, value, nil
}

// Default implements runtime.ObjectDefaulter, for the field manager, which applies a configuration.
func (c Convertor) Default(obj runtime.Object) {
	u, ok := obj.(*unstructured.Unstructured)
	d := c.Version.Definition()
	if !ok || u.GroupVersionKind().GroupKind() != (schema.GroupKind{Group: d.Group(), Kind: d.Kind()}) {
		return
	}
	version, found := d.Version(u.GroupVersionKind().Version)
	if !found {
		return
	}
	m, err := normalized(u.Object)
	if err != nil {
		return // validation reports it
	}
	if out, _, err := version.Default(context.Background(), m); err == nil {
		u.Object = structural.Clone(out)
	}
}
