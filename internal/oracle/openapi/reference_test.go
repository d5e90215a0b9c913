package openapi

import (
	"encoding/json"
	"fmt"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder"
	"k8s.io/kube-openapi/pkg/handler"
	"k8s.io/kube-openapi/pkg/spec3"
	"k8s.io/kube-openapi/pkg/validation/spec"

	"github.com/seed95800270/crdschema/internal/oracle/corpus"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// definitionOf decodes a manifest as a server holds it: defaulted and converted
// to v1.
func definitionOf(manifest map[string]any) (*apiextensionsv1.CustomResourceDefinition, error) {
	internal, err := upstream.Definition(manifest)
	if err != nil {
		return nil, err
	}
	out := &apiextensionsv1.CustomResourceDefinition{}
	err = apiextensionsv1.Convert_apiextensions_CustomResourceDefinition_To_v1_CustomResourceDefinition(
		(*apiextensions.CustomResourceDefinition)(internal), out, nil)
	return out, err
}

// theirV2 returns the document of the v2 controller for one version.
func theirV2(crd *apiextensionsv1.CustomResourceDefinition, version string) (*spec.Swagger, error) {
	doc, err := builder.BuildOpenAPIV2(crd, version, builder.Options{V2: true, IncludeSelectableFields: true})
	if err != nil {
		return nil, err
	}
	doc.Definitions = handler.PruneDefaults(doc.Definitions)
	return doc, nil
}

// theirV3 returns the document of the v3 controller for one version.
func theirV3(crd *apiextensionsv1.CustomResourceDefinition, version string) (*spec3.OpenAPI, error) {
	return builder.BuildOpenAPIV3(crd, version, builder.Options{IncludeSelectableFields: true})
}

// comparable returns a document as JSON values, without the descriptions of the
// Kubernetes models, which are our own words.
func comparable(document any) (map[string]any, error) {
	text, err := json.Marshal(document)
	if err != nil {
		return nil, err
	}
	doc, err := corpus.DecodeJSON(text)
	if err != nil {
		return nil, err
	}
	models, _ := doc["definitions"].(map[string]any)
	if components, ok := doc["components"].(map[string]any); ok {
		models, _ = components["schemas"].(map[string]any)
	}
	if len(models) == 0 {
		return nil, fmt.Errorf("the document has no models")
	}
	for name, model := range models {
		if strings.HasPrefix(name, "io.k8s.apimachinery.") || strings.HasPrefix(name, "io.k8s.api.autoscaling.") {
			undescribe(model)
		}
	}
	return doc, nil
}

// undescribe removes the description keyword from a schema and those inside it,
// but not properties of that name.
func undescribe(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, isText := v["description"].(string); isText {
			delete(v, "description")
		}
		for _, e := range v {
			undescribe(e)
		}
	case []any:
		for _, e := range v {
			undescribe(e)
		}
	}
}
