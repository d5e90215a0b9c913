package apimachinery

import (
	"context"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/rand"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/structured-merge-diff/v6/fieldpath"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// Strategy prepares and validates objects of one version in a storage of k8s.io/apiserver, as
// the server does for custom resources. It is a rest.RESTCreateStrategy, RESTUpdateStrategy,
// RESTDeleteStrategy and ResetFieldsStrategy.
//
// Objects are *unstructured.Unstructured at the version of the strategy, decoded
// (crdschema.Definition.Decode) or read from storage (crdschema.Version.DecodeStored). Only
// the methods that begin with Prepare modify an object. The new values do not share memory
// with the old object.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/registry/customresource, customResourceStrategy.
type Strategy struct {
	version *crdschema.Version
	kind    schema.GroupVersionKind
	warn    func(ctx context.Context, text string)

	selectable    *registry.Selectable
	selectableErr error // why there is no selectable
}

// StrategyOption configures a [Strategy].
type StrategyOption interface{ applyTo(*Strategy) }

type strategyOptionFunc func(*Strategy)

func (f strategyOptionFunc) applyTo(s *Strategy) { f(s) }

// WithWarningRecorder sets the recorder of the warnings about validation rules that an
// unchanged value breaks:
//
//	func(ctx context.Context, text string) { warning.AddWarning(ctx, "", text) }
//
// with k8s.io/apiserver/pkg/warning. Without it they are lost.
func WithWarningRecorder(warn func(ctx context.Context, text string)) StrategyOption {
	return strategyOptionFunc(func(s *Strategy) { s.warn = warn })
}

// NewStrategy returns the strategy of a version. One strategy serves all requests.
func NewStrategy(v *crdschema.Version, opts ...StrategyOption) *Strategy {
	d := v.Definition()
	s := &Strategy{
		version: v,
		kind:    schema.GroupVersionKind{Group: d.Group(), Version: v.Name(), Kind: d.Kind()},
		warn:    func(context.Context, string) {},
	}
	s.selectable, s.selectableErr = registry.NewSelectable(context.Background(), v)
	for _, o := range opts {
		o.applyTo(s)
	}
	return s
}

// ObjectKinds returns the kind that an unstructured object has.
//
// Rule: k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme.
func (s *Strategy) ObjectKinds(obj runtime.Object) (kinds []schema.GroupVersionKind, unversioned bool, err error) {
	if _, ok := obj.(runtime.Unstructured); !ok {
		return nil, false, runtime.NewNotRegisteredErrForType("unstructured", reflect.TypeOf(obj))
	}
	kind := obj.GetObjectKind().GroupVersionKind()
	switch {
	case kind.Kind == "":
		return nil, false, runtime.NewMissingKindErr("object has no kind field ")
	case kind.Version == "":
		return nil, false, runtime.NewMissingVersionErr("object has no apiVersion field")
	}
	return []schema.GroupVersionKind{kind}, false, nil
}

// Recognizes returns true: an object may have any kind.
func (s *Strategy) Recognizes(schema.GroupVersionKind) bool { return true }

// NamespaceScoped reports whether the objects are in namespaces.
func (s *Strategy) NamespaceScoped() bool {
	return s.version.Definition().Scope() == objectmeta.Namespaced
}

// GenerateName returns base, cut to 58 bytes, with a random suffix of five characters.
//
// Rule: k8s.io/apiserver/pkg/storage/names, SimpleNameGenerator.
func (s *Strategy) GenerateName(base string) string {
	const longest, suffix = 63, 5
	return base[:min(len(base), longest-suffix)] + rand.String(suffix)
}

// AllowCreateOnUpdate returns false: an update does not create an object.
func (s *Strategy) AllowCreateOnUpdate(context.Context) bool { return false }

// AllowUnconditionalUpdate returns false: an update needs a resourceVersion.
func (s *Strategy) AllowUnconditionalUpdate(context.Context) bool { return false }

// Canonicalize leaves an object unchanged.
func (s *Strategy) Canonicalize(runtime.Object) {}

// GetResetFields returns the status, if there is a status subresource.
func (s *Strategy) GetResetFields() map[fieldpath.APIVersion]*fieldpath.Set {
	if !s.version.Subresources().Status {
		return map[fieldpath.APIVersion]*fieldpath.Set{}
	}
	return s.resets("status")
}

func (s *Strategy) resets(names ...string) map[fieldpath.APIVersion]*fieldpath.Set {
	set := fieldpath.NewSet()
	for _, name := range names {
		set.Insert(fieldpath.MakePathOrDie(name))
	}
	return map[fieldpath.APIVersion]*fieldpath.Set{fieldpath.APIVersion(s.kind.GroupVersion().String()): set}
}

func contentOf(obj runtime.Object) (map[string]any, *field.Error) {
	u, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil, field.Invalid(field.NewPath(""), obj, fmt.Sprintf("has type %T. Must be a pointer to an Unstructured type", obj))
	}
	m, err := unstructuredContent(u)
	if err != nil {
		return nil, field.InternalError(nil, err)
	}
	return m, nil
}
