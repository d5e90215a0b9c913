package upstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/warning"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
)

// Endpoint is one version of a definition as the server serves it. Its methods
// are safe for concurrent use.
type Endpoint struct {
	// S is the schema that the endpoint decodes with. Its defaults are pruned.
	S Structural
	// Status reports whether there is a status subresource.
	Status bool

	namespaced      bool
	whole, statusOf strategy
}

// NewEndpoint returns the endpoint of a version of a definition.
//
// Reference: customresource.NewStrategy and NewStatusStrategy, called as the
// unexported crdHandler of k8s.io/apiextensions-apiserver/pkg/apiserver does.
func NewEndpoint(crd *apiextensions.CustomResourceDefinition, version string) (*Endpoint, error) {
	if preserve := crd.Spec.PreserveUnknownFields; preserve != nil && *preserve {
		return nil, errors.New("the definition preserves unknown fields, which is another way to decode")
	}
	props, err := apiextensions.GetSchemaForVersion(crd, version)
	if err != nil {
		return nil, err
	}
	if props == nil || props.OpenAPIV3Schema == nil {
		return nil, fmt.Errorf("version %s has no schema", version)
	}
	s, err := structuralschema.NewStructural(props.OpenAPIV3Schema.DeepCopy())
	if err != nil {
		return nil, err
	}
	pruned, err := Structural{S: s}.PruneDefaults()
	if err != nil {
		return nil, err
	}
	whole, _, err := validation.NewSchemaValidator(props.OpenAPIV3Schema)
	if err != nil {
		return nil, err
	}
	e := &Endpoint{S: pruned, namespaced: crd.Spec.Scope == apiextensions.NamespaceScoped}
	sub, err := apiextensions.GetSubresourcesForVersion(crd, version)
	if err != nil {
		return nil, err
	}
	if sub == nil {
		sub = &apiextensions.CustomResourceSubresources{}
	}
	e.Status = sub.Status != nil
	var status validation.SchemaValidator
	if properties := props.OpenAPIV3Schema.Properties; e.Status {
		if of, declared := properties["status"]; declared {
			if status, _, err = validation.NewSchemaValidator(&of); err != nil {
				return nil, err
			}
		}
	}
	kind := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version, Kind: crd.Spec.Names.Kind}
	strategy := customresource.NewStrategy(unstructuredscheme.NewUnstructuredObjectTyper(), e.namespaced, kind,
		whole, status, pruned.S, sub.Status, sub.Scale, selectableFields(crd, version))
	e.whole, e.statusOf = strategy, customresource.NewStatusStrategy(strategy)
	return e, nil
}

// Admitted is the result of a write request.
type Admitted struct {
	// Object is the object that would be stored.
	Object map[string]any
	// Errors are the errors of an invalid object as "field: message". There may be
	// duplicates.
	Errors []string
	// Warnings are the warnings that a client gets.
	Warnings []string
	// Refused is the text of any other error.
	Refused string
}

// Read decodes and defaults the body of a request or a stored object. The server
// coerces a stored object again when it converts it to the version of the
// endpoint.
//
// Reference: unstructuredDefaulter and schemaCoercingConverter of
// k8s.io/apiextensions-apiserver/pkg/apiserver.
func (e *Endpoint) Read(obj map[string]any, from Source) Decoded {
	return e.ReadInPlace(Copy(obj), from)
}

// ReadInPlace returns what Read returns, but writes to obj as the reference does.
func (e *Endpoint) ReadInPlace(obj map[string]any, from Source) Decoded {
	d := e.S.decodeInPlace(obj, from)
	if d.Error != "" {
		return d
	}
	defaulting.Default(d.Object, e.S.S)
	if from == Storage {
		return e.S.decodeInPlace(d.Object, Converted)
	}
	return d
}

// Create prepares and validates a new object as the server does before it stores it. The
// object is decoded and has a name.
//
// Reference: rest.BeforeCreate, after DedupOwnerReferences, and the check of resource
// versions in k8s.io/apiserver/pkg/storage/etcd3.
func (e *Endpoint) Create(obj map[string]any) Admitted {
	u := asUnstructured(obj)
	keepReadable(u, &unstructured.Unstructured{Object: map[string]any{}})
	return e.before(u, func(ctx context.Context) error {
		rest.WipeObjectMetaSystemFields(u)
		rest.FillObjectMetaSystemFields(u)
		if err := rest.BeforeCreate(e.whole, ctx, u); err != nil {
			return err
		}
		if version, err := (storage.APIObjectVersioner{}).ObjectResourceVersion(u); err == nil && version != 0 {
			return storage.ErrResourceVersionSetOnCreate
		}
		return nil
	})
}

// Update prepares and validates a decoded object that replaces old, as the server does
// before it stores it.
//
// Reference: rest.BeforeUpdate.
func (e *Endpoint) Update(obj, old map[string]any) Admitted {
	u, replaced := asUnstructured(obj), asUnstructured(old)
	keepReadable(u, replaced)
	return e.before(u, func(ctx context.Context) error { return e.update(ctx, e.whole, u, replaced) })
}

// UpdateStatus runs Update for the status subresource. Before that the server records the
// managers of the fields that the request changes, except the fields of metadata and spec.
//
// Reference: k8s.io/apimachinery/pkg/util/managedfields, whose exact record is
// not compared here.
func (e *Endpoint) UpdateStatus(obj, old map[string]any) Admitted {
	u, replaced := asUnstructured(obj), asUnstructured(old)
	u.SetManagedFields(replaced.GetManagedFields())
	if !equality.Semantic.DeepEqual(managed(obj), managed(old)) {
		u.SetManagedFields(append(replaced.GetManagedFields(), metav1.ManagedFieldsEntry{Manager: "another", Operation: metav1.ManagedFieldsOperationUpdate, FieldsType: "FieldsV1"}))
	}
	return e.before(u, func(ctx context.Context) error { return e.update(ctx, e.statusOf, u, replaced) })
}

// update returns the error of an update without a resource version, as the
// unexported part of Store.Update in
// k8s.io/apiserver/pkg/registry/generic/registry does. The resulting object is
// computed all the same. Conflicts are compared with the running server only.
func (e *Endpoint) update(ctx context.Context, s strategy, u, replaced *unstructured.Unstructured) error {
	version, err := (storage.APIObjectVersioner{}).ObjectResourceVersion(u)
	if err != nil {
		return err
	}
	if version != 0 {
		return rest.BeforeUpdate(s, ctx, u, replaced)
	}
	_ = rest.BeforeUpdate(s, e.InNamespace(context.Background()), u, replaced)
	missing := field.Invalid(field.NewPath("metadata", "resourceVersion"), 0, "must be specified for an update")
	return apierrors.NewInvalid(schema.GroupKind{}, u.GetName(), field.ErrorList{missing})
}

// keepReadable replaces managed fields that cannot be decoded by the stored ones.
//
// Reference: k8s.io/apimachinery/pkg/util/managedfields, FieldManager.Update.
func keepReadable(u, stored *unstructured.Unstructured) {
	if len(u.GetManagedFields()) == 0 || !ManagedFieldsReadable(u.Object) {
		u.SetManagedFields(stored.GetManagedFields())
	}
}

// ManagedFieldsReadable reports whether the server can decode the managed fields
// of an object.
//
// Reference: managedfields.ValidateManagedFields.
func ManagedFieldsReadable(obj map[string]any) bool {
	u := &unstructured.Unstructured{Object: obj}
	return managedfields.ValidateManagedFields(u.GetManagedFields()) == nil
}

func managed(obj map[string]any) map[string]any {
	out := maps.Clone(obj)
	for _, field := range []string{"metadata", "spec", "status"} {
		delete(out, field)
	}
	return out
}

// Admit runs decoding, preparation and validation on the object of a request and records
// no warnings.
// old is the stored object, or nil for a new one. It writes to both, as the reference
// does.
//
// Reference: rest.BeforeCreate and rest.BeforeUpdate.
func (e *Endpoint) Admit(ctx context.Context, obj, old map[string]any) error {
	d := e.ReadInPlace(obj, Request)
	if d.Error != "" {
		return errors.New(d.Error)
	}
	u := &unstructured.Unstructured{Object: d.Object}
	if old == nil {
		rest.WipeObjectMetaSystemFields(u)
		rest.FillObjectMetaSystemFields(u)
		return rest.BeforeCreate(e.whole, ctx, u)
	}
	stored := e.ReadInPlace(old, Storage)
	if stored.Error != "" {
		return errors.New(stored.Error)
	}
	return rest.BeforeUpdate(e.whole, ctx, u, &unstructured.Unstructured{Object: stored.Object})
}

// Validate validates a decoded and prepared object. The object replaces old unless old is
// nil.
//
// Reference: the strategy of customresource.NewStrategy.
func (e *Endpoint) Validate(ctx context.Context, obj, old map[string]any) field.ErrorList {
	u := &unstructured.Unstructured{Object: obj}
	if old == nil {
		return rest.ValidateCreate(ctx, u, e.whole)
	}
	return rest.ValidateUpdate(ctx, u, &unstructured.Unstructured{Object: old}, e.whole)
}

// InNamespace returns the context of a request to the namespace [Namespace], or
// without a namespace if the resource is cluster-scoped.
func (e *Endpoint) InNamespace(ctx context.Context) context.Context {
	if !e.namespaced {
		return genericrequest.WithNamespace(ctx, "")
	}
	return genericrequest.WithNamespace(ctx, Namespace)
}

// Namespace is the namespace of all requests.
const Namespace = "default"

func (e *Endpoint) before(u *unstructured.Unstructured, do func(context.Context) error) Admitted {
	var err error
	warned := warnings(func(ctx context.Context) {
		var repeated string
		if u.Object, repeated = DedupOwnerReferences(u.Object); repeated != "" {
			warning.AddWarning(ctx, "", repeated)
		}
		err = do(e.InNamespace(ctx))
	})
	out := Admitted{Object: u.Object, Warnings: warned}
	var status *apierrors.StatusError
	switch {
	case err == nil:
	case apierrors.IsInvalid(err) && errors.As(err, &status):
		for _, cause := range status.ErrStatus.Details.Causes {
			out.Errors = append(out.Errors, cause.Field+": "+cause.Message)
		}
	default:
		out.Refused = err.Error()
	}
	return out
}

// warnings returns the warnings that do records.
//
// Reference: filters.WithWarningRecorder.
func warnings(do func(context.Context)) []string {
	answer := httptest.NewRecorder()
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { do(r.Context()) })
	filters.WithWarningRecorder(handler).ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/", nil))
	headers, errs := net.ParseWarningHeaders(answer.Header()["Warning"])
	if len(errs) > 0 {
		panic(errs[0])
	}
	var texts []string
	for _, h := range headers {
		texts = append(texts, h.Text)
	}
	return texts
}

// MetadataOnce drops repeated errors about the metadata of an object. Several parts of the
// reference check metadata.
func MetadataOnce(texts []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool {
		again := seen[text] && strings.HasPrefix(text, "metadata")
		seen[text] = true
		return again
	})
}
