// Reference prints what the reference's functions say about an object, for its
// size: see package weight.
package main

import (
	"context"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

func main() {
	props := readSchema(os.Args[1])
	structural, err := schema.NewStructural(props)
	check(err)
	validator, _, err := validation.NewSchemaValidator(props)
	check(err)
	obj := readObject(os.Args[2])
	pruning.Prune(obj, structural, true)
	defaulting.PruneNonNullableNullsWithoutDefaults(obj, structural)
	defaulting.Default(obj, structural)
	fmt.Println(validate(obj, structural, validator).ToAggregate())
}

// validate calls what the server calls for a new object after its metadata.
func validate(obj map[string]any, s *schema.Structural, v validation.SchemaValidator) field.ErrorList {
	ctx := context.Background()
	errs := validation.ValidateCustomResource(nil, obj, v)
	errs = append(errs, objectmeta.Validate(ctx, nil, obj, s, false)...)
	errs = append(errs, listtype.ValidateListSetsAndMaps(nil, s, obj)...)
	if rules := cel.NewValidator(s, true, celconfig.PerCallLimit); rules != nil {
		broken, _ := rules.Validate(ctx, nil, s, obj, nil, celconfig.RuntimeCELCostBudget)
		errs = append(errs, broken...)
	}
	return errs
}

// readSchema returns the schema of the first version of a crd.
func readSchema(file string) *apiextensions.JSONSchemaProps {
	var crd apiextensionsv1.CustomResourceDefinition
	check(yaml.Unmarshal(read(file), &crd))
	var props apiextensions.JSONSchemaProps
	check(apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
		crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &props, nil))
	return &props
}

func readObject(file string) map[string]any {
	text, err := yaml.YAMLToJSON(read(file))
	check(err)
	var obj unstructured.Unstructured
	check(obj.UnmarshalJSON(text))
	return obj.Object
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	check(err)
	return text
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
