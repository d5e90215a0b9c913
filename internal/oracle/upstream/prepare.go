package upstream

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

// SystemFields are the values that the server makes up. Those that are empty are left
// out.
type SystemFields struct {
	UID, Suffix string
	Time        time.Time
}

// PrepareCreate returns a new object as the server prepares it for the strategy of its
// kind, or an error about its namespace.
//
// Reference: rest.EnsureObjectNamespaceMatchesRequestNamespace and
// rest.WipeObjectMetaSystemFields, then what rest.FillObjectMetaSystemFields does with
// other values; names are generated in k8s.io/apiserver/pkg/registry/generic/registry,
// Store.Create.
func (k Kind) PrepareCreate(obj map[string]any, namespace string, system SystemFields) (map[string]any, string) {
	u := asUnstructured(obj)
	expected := rest.ExpectedNamespaceForScope(namespace, k.strategy.NamespaceScoped())
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(expected, u); err != nil {
		return u.Object, err.Error()
	}
	rest.WipeObjectMetaSystemFields(u)
	u.SetCreationTimestamp(metav1.NewTime(system.Time))
	u.SetUID(types.UID(system.UID))
	if prefix := u.GetGenerateName(); prefix != "" && u.GetName() == "" && system.Suffix != "" {
		name := k.strategy.GenerateName(prefix)
		u.SetName(name[:len(name)-len(system.Suffix)] + system.Suffix)
	}
	return u.Object, ""
}

// PrepareUpdate returns an object that replaces old as the server prepares it together
// with a strategy that does nothing, or an error about its namespace.
//
// Reference: rest.BeforeUpdate.
func (k Kind) PrepareUpdate(obj, old map[string]any, namespace string) (map[string]any, string) {
	u := asUnstructured(obj)
	ctx := genericrequest.WithNamespace(context.Background(), namespace)
	err := rest.BeforeUpdate(idle{k.strategy}, ctx, u, asUnstructured(old))
	if apierrors.IsBadRequest(err) {
		return u.Object, err.Error()
	}
	return u.Object, ""
}

// idle is a strategy without checks and preparation of its own.
type idle struct{ strategy }

func (idle) PrepareForUpdate(context.Context, runtime.Object, runtime.Object) {}

func (idle) ValidateUpdate(context.Context, runtime.Object, runtime.Object) field.ErrorList {
	return nil
}

func (idle) WarningsOnUpdate(context.Context, runtime.Object, runtime.Object) []string { return nil }

func (idle) ObjectKinds(runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return []schema.GroupVersionKind{{Group: "example.com", Version: "v1", Kind: "Part"}}, false, nil
}
