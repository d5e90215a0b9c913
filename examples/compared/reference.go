package main

import (
	"context"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// byHand makes the calls of the reference that most programs make: read the schema,
// check that it is structural, default, validate values, evaluate rules. The others
// (nulls, ratcheting, list types, embedded metadata …) are often left out, and here too:
// with all of them in the server's order, all verdicts are right.
var byHand = tool{"the reference by hand", func(c testCase) (string, error) {
	props, err := readSchema(c.crd)
	if err != nil {
		return "", err
	}
	structural, err := schema.NewStructural(props)
	if err != nil {
		return err.Error(), nil
	}
	errs := schema.ValidateStructural(nil, structural)
	if c.object == "" || len(errs) > 0 {
		return reasons(errs), nil
	}
	obj, err := readObject(c.object)
	if err != nil {
		return "", err
	}
	defaulting.Default(obj, structural)
	var old map[string]any
	if c.old != "" {
		if old, err = readObject(c.old); err != nil {
			return "", err
		}
	}
	errs, err = validate(props, structural, obj, old)
	return reasons(errs), err
}}

func validate(props *apiextensions.JSONSchemaProps, s *schema.Structural, obj, old map[string]any) (field.ErrorList, error) {
	validator, _, err := validation.NewSchemaValidator(props)
	if err != nil {
		return nil, err
	}
	var errs field.ErrorList
	var oldValue any
	if old == nil {
		errs = validation.ValidateCustomResource(nil, obj, validator)
	} else {
		oldValue = old
		errs = validation.ValidateCustomResourceUpdate(nil, obj, old, validator)
	}
	if rules := cel.NewValidator(s, true, celconfig.PerCallLimit); rules != nil {
		broken, _ := rules.Validate(context.Background(), nil, s, obj, oldValue, celconfig.RuntimeCELCostBudget)
		errs = append(errs, broken...)
	}
	return errs, nil
}

func reasons(errs field.ErrorList) string {
	if len(errs) == 0 {
		return ""
	}
	return errs.ToAggregate().Error()
}

func readSchema(text string) (*apiextensions.JSONSchemaProps, error) {
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.Unmarshal([]byte(text), &crd); err != nil {
		return nil, err
	}
	var props apiextensions.JSONSchemaProps
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(
		crd.Spec.Versions[0].Schema.OpenAPIV3Schema, &props, nil)
	return &props, err
}

func readObject(text string) (map[string]any, error) {
	json, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	var obj unstructured.Unstructured
	err = obj.UnmarshalJSON(json)
	return obj.Object, err
}
