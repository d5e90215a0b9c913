package upstream

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kube-openapi/pkg/validation/spec"
)

// Metadata returns the errors about type and object metadata of embedded
// resources.
//
// Reference: objectmeta.Validate.
func (s Structural) Metadata(v any, root Root) []string {
	return Texts(objectmeta.Validate(context.Background(), nil, runtime.DeepCopyJSONValue(v), s.S, root == Resource))
}

// Kind is a custom resource without a schema: all errors of its objects are about
// their metadata. Create it with [NewKind].
type Kind struct{ strategy strategy }

// strategy has the methods of the registry's unexported type that are used.
type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// NewKind returns a kind of the given scope.
//
// Reference: k8s.io/apiextensions-apiserver/pkg/registry/customresource,
// NewStrategy.
func NewKind(group, version, kind string, namespaced bool) Kind {
	anything := validation.NewSchemaValidatorFromOpenAPI(&spec.Schema{})
	gvk := schema.GroupVersionKind{Group: group, Version: version, Kind: kind}
	return Kind{customresource.NewStrategy(nil, namespaced, gvk, anything, anything, nil, nil, nil, nil)}
}

// Create returns the errors of a new object. The random suffix of a generated
// name is xxxxx.
//
// Reference: k8s.io/apiserver/pkg/registry/rest, ValidateCreate; names are
// generated before, in k8s.io/apiserver/pkg/registry/generic/registry,
// Store.Create.
func (k Kind) Create(obj map[string]any) []string {
	u := asUnstructured(obj)
	if prefix := u.GetGenerateName(); prefix != "" && u.GetName() == "" {
		const end = "xxxxx"
		name := k.strategy.GenerateName(prefix)
		u.SetName(name[:len(name)-len(end)] + end)
	}
	return Texts(rest.ValidateCreate(context.Background(), u, k.strategy))
}

// Update returns the errors of an object that replaces another one, most of them
// several times.
//
// Reference: k8s.io/apiserver/pkg/registry/rest, ValidateUpdate.
func (k Kind) Update(obj, old map[string]any) []string {
	return Texts(rest.ValidateUpdate(context.Background(), asUnstructured(obj), asUnstructured(old), k.strategy))
}

// Warnings returns the warnings about an object; old is nil for a new one.
//
// Reference: customResourceStrategy.WarningsOnCreate and WarningsOnUpdate.
func (k Kind) Warnings(obj, old map[string]any) []string {
	if old == nil {
		return k.strategy.WarningsOnCreate(context.Background(), asUnstructured(obj))
	}
	return k.strategy.WarningsOnUpdate(context.Background(), asUnstructured(obj), asUnstructured(old))
}

func asUnstructured(obj map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: Copy(obj)}
}

// DedupOwnerReferences drops repeated owner references and returns a warning with
// their uids.
//
// Reference: the unexported dedupOwnerReferencesAndAddWarning of
// k8s.io/apiserver/pkg/endpoints/handlers, reimplemented.
func DedupOwnerReferences(obj map[string]any) (out map[string]any, warning string) {
	u := asUnstructured(obj)
	var kept []metav1.OwnerReference
	var dropped []string
	for _, ref := range u.GetOwnerReferences() {
		repeated := false
		for _, other := range kept {
			repeated = repeated || equality.Semantic.DeepEqual(other, ref)
		}
		if repeated {
			dropped = append(dropped, string(ref.UID))
		} else {
			kept = append(kept, ref)
		}
	}
	if len(dropped) == 0 {
		return u.Object, ""
	}
	u.SetOwnerReferences(kept)
	return u.Object, fmt.Sprintf(".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: %v", strings.Join(dropped, ", "))
}
