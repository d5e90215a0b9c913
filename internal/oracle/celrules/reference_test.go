package celrules

import (
	"context"
	"regexp"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/seed95800270/crdschema/internal/cases"
	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// typeNumber matches the name of a type, which is different every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

// normal replaces the numbers of type names as our errors do.
func normal(text string) string { return typeNumber.ReplaceAllString(text, "selfType#") }

var schemaPath = field.NewPath("spec", "validation", "openAPIV3Schema")

// definitionErrors returns the reference's errors of a definition with one
// schema, with paths in the schema. old is the definition before, or nil.
//
// Wrapped reference: validation.ValidateCustomResourceDefinition and
// ValidateCustomResourceDefinitionUpdate.
func definitionErrors(crd, old *apiextensions.CustomResourceDefinition) field.ErrorList {
	var list field.ErrorList
	if old == nil {
		list = validation.ValidateCustomResourceDefinition(context.Background(), crd)
	} else {
		list = validation.ValidateCustomResourceDefinitionUpdate(context.Background(), crd, old)
	}
	for i, err := range list {
		moved := *err
		moved.Field = inSchema(moved.Field)
		moved.Detail = normal(strings.ReplaceAll(moved.Detail, schemaPath.String(), "<schema>"))
		list[i] = &moved
	}
	return list
}

// inSchema removes the path of the schema from a path.
func inSchema(path string) string {
	rest, ok := strings.CutPrefix(path, schemaPath.String())
	switch {
	case !ok:
		return path
	case rest == "":
		return "<nil>"
	default:
		return strings.TrimPrefix(rest, ".")
	}
}

// definitionOf returns a definition that is valid if its only schema is.
func definitionOf(schema map[string]any) (*apiextensions.CustomResourceDefinition, error) {
	return upstream.Definition(manifestOf(schema))
}

func manifestOf(schema map[string]any) map[string]any {
	return map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "things.example.com", "resourceVersion": "1"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema},
			}},
		},
	}
}

// readable returns a schema as both sides hold it. It excludes the case if the
// reference does not check its rules.
func readable(c *parity.Check, m map[string]any) (*apiextensions.JSONSchemaProps, *structural.Schema, bool) {
	props, err := upstream.Schema(m)
	s, problems := cases.FromMap(m)
	if err != nil || len(blocking(problems)) > 0 || len(cases.Must(structural.Check(context.Background(), s, structural.Resource))) > 0 {
		c.Void()
		return nil, nil, false
	}
	return props, s, true
}
