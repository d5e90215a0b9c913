package embedders

import (
	"context"
	"encoding/json"
	"errors"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured/unstructuredscheme"
	"k8s.io/apimachinery/pkg/runtime/schema"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/registry"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/objectmeta"
)

// kubectlValidate is kubectl-validate with the definitions of a folder. It decodes
// strictly, as a server does if the request demands strict field validation, and
// validates new objects only. It converts the schema of a definition to OpenAPI and
// back, and validates values with the former, as a server does with defaults.
var kubectlValidate = project{
	name: "kubectl-validate",
	source: "kubernetes-sigs/kubectl-validate pkg/validator/validator.go, Parse and Validate, 1cfa60f0db27; " +
		"validator_gvk.go, 89b8a1016e43; crd_decoder.go, 0d8eb44296e9; pkg/openapiclient/local_crds.go, 062fd6b899b8",
	calls:       []string{decoding, unknown, metadata, values, embedded, listTypes, rules},
	defaults:    true,
	inexact:     asDefaults,
	keepsObject: true,
	theirs: func(in request) (t trace) {
		k := in.kind.kubectlValidate()
		decoded := upstream.Structural{S: k.structural}.Decode(in.object, upstream.Request)
		if decoded.Error != "" {
			t.add(decoding, []string{decoded.Error})
			return t
		}
		if t.add(decoding, nil); t.add(unknown, decoded.Unknown) {
			return t
		}
		obj := &unstructured.Unstructured{}
		obj.Object, _ = upstream.Structural{S: k.structural}.Default(decoded.Object).(map[string]any)
		if k.namespaced && obj.GetNamespace() == "" {
			obj.SetNamespace("default")
		}
		rest.FillObjectMetaSystemFields(obj)
		err := rest.BeforeCreate(k.strategy, genericrequest.WithNamespace(context.Background(), obj.GetNamespace()), obj)
		t.add(validated, causes(err))
		t.object = withoutSystemFields(obj.Object)
		return t
	},
	ours: func(in request) (t trace) {
		k, s := in.kind, in.kind.ours().schema
		obj, unknownFields, err := decodeLike(in.object, s)
		if err != nil {
			t.ours(decoding, structural.ErrorsOf(err))
			return t
		}
		if t.add(decoding, nil); t.unknown(unknownFields) {
			return t
		}
		scope := objectmeta.ClusterScoped
		if k.definition.Scope() == objectmeta.Namespaced {
			scope = objectmeta.Namespaced
		}
		obj, _ = objectmeta.PrepareNamespace(obj, scope, "default")
		obj = registry.PrepareCreate(k.withoutSubresources(), obj)
		t.ours(validated, k.validateLikeDefaults(obj, scope, in.values()))
		t.object = withoutSystemFields(obj)
		return t
	},
}

func (k *kind) kubectlValidate() validatorEntry {
	return k.once("kubectl-validate", func() any {
		document := k.theirs().structural.DeepCopy().ToKubeOpenAPI()
		text, err := json.Marshal(document)
		if err != nil {
			panic(err)
		}
		published := &spec.Schema{}
		versioned := &apiextensionsv1.JSONSchemaProps{}
		if err := errors.Join(json.Unmarshal(text, published), json.Unmarshal(text, versioned)); err != nil {
			panic(err)
		}
		props := &apiextensions.JSONSchemaProps{}
		if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(versioned, props, nil); err != nil {
			panic(err)
		}
		e := validatorEntry{namespaced: k.definition.Scope() == objectmeta.Namespaced}
		if e.structural, err = structuralschema.NewStructural(props); err != nil {
			panic(err)
		}
		gvk := schema.GroupVersionKind{Group: k.definition.Group(), Version: k.version.Name(), Kind: k.definition.Kind()}
		plain := basicValidator{validate.NewSchemaValidator(published, nil, "", strfmt.Default)}
		e.strategy = customresource.NewStrategy(unstructuredscheme.NewUnstructuredObjectTyper(), e.namespaced, gvk,
			plain, nil, e.structural, nil, nil, nil)
		return e
	}).(validatorEntry)
}
