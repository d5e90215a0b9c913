package upstream

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// schemaPath is the path of a definition's only schema in errors.
var schemaPath = field.NewPath("spec", "validation", "openAPIV3Schema")

// SchemaErrors are the reference's errors of a schema when a definition is written, except
// the errors of the structural rules, by topic. Paths start at the schema's root.
type SchemaErrors struct {
	// Keywords are about keywords: unsupported ones, list types, map keys,
	// forbidden defaults.
	Keywords []string
	// Rules are about the form of validation rules, not about their expressions.
	Rules []string
	// Root are about the root.
	Root []string
}

// aboutRule matches the path of an error about the form of a rule.
var aboutRule = regexp.MustCompile(`x-kubernetes-validations\[\d+\]\.[a-zA-Z]+$`)

// CheckSchema returns the errors of a schema.
//
// Wrapped reference: validation.ValidateCustomResourceDefinition, which checks
// more. A forbidden entry added to the root's allOf makes the schema
// non-structural, so that the reference does not check defaults and compile
// rules; the structural errors, computed separately, are removed.
func CheckSchema(props *apiextensions.JSONSchemaProps) SchemaErrors {
	marked := props.DeepCopy()
	marked.AllOf = append(marked.AllOf, apiextensions.JSONSchemaProps{Title: "marker"})
	aside := structuralTexts(marked)
	var out SchemaErrors
	for _, err := range validation.ValidateCustomResourceDefinition(context.Background(), definitionOf(marked)) {
		text := err.Error()
		if i := slices.Index(aside, text); i >= 0 {
			aside = slices.Delete(aside, i, i+1)
			continue
		}
		switch text = atRoot(text); {
		case aboutRule.MatchString(err.Field):
			out.Rules = append(out.Rules, text)
		case err.Field == schemaPath.Child("nullable").String():
			out.Root = append(out.Root, text)
		default:
			out.Keywords = append(out.Keywords, text)
		}
	}
	return out
}

// structuralTexts returns the reference's errors of a schema that is not structural or
// cannot be converted.
func structuralTexts(props *apiextensions.JSONSchemaProps) []string {
	structural, err := schema.NewStructural(props)
	if err != nil {
		return []string{field.Invalid(schemaPath, "", err.Error()).Error()}
	}
	return Texts(schema.ValidateStructural(schemaPath, structural))
}

// atRoot removes the path of the schema from an error.
func atRoot(text string) string {
	rest, _ := strings.CutPrefix(text, schemaPath.String())
	if below, ok := strings.CutPrefix(rest, "."); ok {
		return below
	}
	if strings.HasPrefix(rest, ": ") {
		return "<nil>" + rest
	}
	return rest
}

// definitionOf returns a definition that is valid if its only schema is.
func definitionOf(props *apiextensions.JSONSchemaProps) *apiextensions.CustomResourceDefinition {
	preserve := false
	return &apiextensions.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "things.example.com"},
		Spec: apiextensions.CustomResourceDefinitionSpec{
			Group:   "example.com",
			Version: "v1",
			Names: apiextensions.CustomResourceDefinitionNames{
				Plural: "things", Singular: "thing", Kind: "Thing", ListKind: "ThingList",
			},
			Scope:                 apiextensions.NamespaceScoped,
			Validation:            &apiextensions.CustomResourceValidation{OpenAPIV3Schema: props},
			Versions:              []apiextensions.CustomResourceDefinitionVersion{{Name: "v1", Served: true, Storage: true}},
			Conversion:            &apiextensions.CustomResourceConversion{Strategy: apiextensions.NoneConverter},
			PreserveUnknownFields: &preserve,
		},
		Status: apiextensions.CustomResourceDefinitionStatus{StoredVersions: []string{"v1"}},
	}
}
