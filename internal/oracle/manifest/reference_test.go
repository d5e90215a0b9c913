package manifest

import (
	"context"
	"regexp"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/registry/rest"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensionsv1beta1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var (
	scheme = func() *runtime.Scheme {
		s := runtime.NewScheme()
		install.Install(s)
		return s
	}()
	codec = serializer.NewCodecFactory(scheme).LegacyCodec(apiextensionsv1.SchemeGroupVersion)
	// storage is the codec with which the server writes definitions to etcd.
	//
	// Wrapped reference: k8s.io/kubernetes/pkg/controlplane/apiserver, CreateAPIExtensionsConfig.
	storage  = serializer.NewCodecFactory(scheme).LegacyCodec(apiextensionsv1beta1.SchemeGroupVersion)
	strategy = customresourcedefinition.NewStrategy(scheme)
	ofStatus = customresourcedefinition.NewStatusStrategy(scheme)
)

// verdict is the result for a definition.
type verdict struct {
	Errors   []string
	Warnings []string
	Object   map[string]any
}

// typeNumber matches the name of a type, which is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

func normal(texts []string) []string {
	for i, text := range texts {
		texts[i] = typeNumber.ReplaceAllString(text, "selfType#")
	}
	return texts
}

// create runs what a server does with a new definition before it stores it.
//
// Wrapped reference: rest.BeforeCreate with customresourcedefinition.NewStrategy.
func create(crd *apiextensions.CustomResourceDefinition) verdict {
	ctx := context.Background()
	crd = crd.DeepCopy()
	rest.WipeObjectMetaSystemFields(crd)
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace("", crd); err != nil {
		panic(err)
	}
	if crd.Name == "" && crd.GenerateName != "" {
		crd.Name = crd.GenerateName + "xxxxx"
	}
	strategy.PrepareForCreate(ctx, crd)
	v := verdict{Errors: normal(upstream.Texts(rest.ValidateCreate(ctx, crd, strategy)))}
	if len(v.Errors) == 0 {
		v.Warnings = strategy.WarningsOnCreate(ctx, crd)
		v.Object = encode(crd)
	}
	return v
}

// update runs what a server does with a definition that replaces another one
// before it stores it.
//
// Wrapped reference: registry.Store.Update, rest.BeforeUpdate, customresourcedefinition.NewStrategy and
// NewStatusStrategy.
func update(strategy rest.RESTUpdateStrategy, crd, old *apiextensions.CustomResourceDefinition) verdict {
	if crd.ResourceVersion == "" || crd.ResourceVersion == "0" {
		missing := field.Invalid(field.NewPath("metadata", "resourceVersion"), 0, "must be specified for an update")
		return verdict{Errors: []string{missing.Error()}}
	}
	ctx := context.Background()
	crd, old = crd.DeepCopy(), old.DeepCopy()
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace("", crd); err != nil {
		panic(err)
	}
	crd.Generation = old.Generation
	strategy.PrepareForUpdate(ctx, crd, old)
	if len(crd.UID) == 0 {
		crd.UID = old.UID
	}
	if !old.CreationTimestamp.IsZero() {
		crd.CreationTimestamp = old.CreationTimestamp
	}
	if !old.DeletionTimestamp.IsZero() {
		crd.DeletionTimestamp = old.DeletionTimestamp
	}
	if old.DeletionGracePeriodSeconds != nil && crd.DeletionGracePeriodSeconds == nil {
		crd.DeletionGracePeriodSeconds = old.DeletionGracePeriodSeconds
	}
	v := verdict{Errors: upstream.MetadataOnce(normal(upstream.Texts(rest.ValidateUpdate(ctx, crd, old, strategy))))}
	if len(v.Errors) == 0 {
		v.Warnings = strategy.WarningsOnUpdate(ctx, crd, old)
		v.Object = encode(crd)
	}
	return v
}

// encode returns a definition as it is read back from storage, without the current
// time. In v1beta1, a definition that no server stores, and some tests have, would get defaults: it is
// stored in v1.
func encode(crd *apiextensions.CustomResourceDefinition) map[string]any {
	crd, by := crd.DeepCopy(), storage
	if crd.CreationTimestamp.Equal(&metav1.Time{}) {
		crd.CreationTimestamp = metav1.Time{}
	}
	conversion := crd.Spec.Conversion
	noReviews := conversion != nil && len(conversion.ConversionReviewVersions) == 0
	if len(crd.Spec.Versions) == 0 || crd.Spec.Scope == "" || noReviews && conversion.Strategy == apiextensions.WebhookConverter {
		by = codec
		if noReviews {
			conversion.ConversionReviewVersions = nil // v1beta1 has no empty list
		}
	}
	text, err := runtime.Encode(by, crd)
	if err != nil {
		panic(err)
	}
	read, err := runtime.Decode(by, text)
	if err != nil {
		panic(err)
	}
	return written(codec, read)
}

// written returns a definition as a codec writes it.
func written(codec runtime.Codec, crd runtime.Object) map[string]any {
	text, err := runtime.Encode(codec, crd)
	if err != nil {
		panic(err)
	}
	obj, err := corpus.DecodeJSON(text)
	if err != nil {
		panic(err)
	}
	if meta, _ := obj["metadata"].(map[string]any); meta != nil && meta["creationTimestamp"] == nil {
		delete(meta, "creationTimestamp")
	}
	return obj
}

// semanticEqual compares parts of definitions as a server does.
func semanticEqual(a, b any) bool { return equality.Semantic.DeepEqual(a, b) }
