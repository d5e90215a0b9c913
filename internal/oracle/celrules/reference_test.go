package celrules

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/seed95800270/crdschema/internal/oracle/parity"
	"github.com/seed95800270/crdschema/internal/oracle/upstream"
	"github.com/seed95800270/crdschema/structural"
)

// typeNumber is the part of a type's name that is another one every time.
var typeNumber = regexp.MustCompile(`selfType[0-9]+`)

// normal gives types the names that they have here.
func normal(text string) string { return typeNumber.ReplaceAllString(text, "selfType#") }

var schemaPath = field.NewPath("spec", "validation", "openAPIV3Schema")

// definitionErrors are the reference's errors of a definition with one schema,
// located in the schema. old is the definition before, or nil.
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

// inSchema cuts the location of the schema off a path.
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

// definitionOf is a definition that is valid if its only schema is.
func definitionOf(schema map[string]any) (*apiextensions.CustomResourceDefinition, error) {
	return upstream.Definition(map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": "things.example.com", "resourceVersion": "1"},
		"spec": map[string]any{
			"group": "example.com", "scope": "Namespaced",
			"names": map[string]any{"plural": "things", "kind": "Thing"},
			"versions": []any{map[string]any{
				"name": "v1", "served": true, "storage": true, "schema": map[string]any{"openAPIV3Schema": schema},
			}},
		},
	})
}

// judged is what the reference makes of one rule.
type judged struct {
	Path                 string
	Cost, Times, Message uint64
	Error, MessageError  string
	HasRule, HasMessage  bool
}

// judge compiles all rules of a schema as the server does.
//
// Wrapped reference: validation.CELSchemaContext and cel.Compile, called as the
// unexported parts of package validation do.
func judge(props *apiextensions.JSONSchemaProps, envs *environment.EnvSet, loader cel.EnvLoader) (out []judged) {
	walk(props, validation.RootCELContext(props), "", func(s *apiextensions.JSONSchemaProps, ctx *validation.CELSchemaContext, path string) {
		info, err := ctx.TypeInfo()
		if err != nil || info == nil {
			return
		}
		results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, envs, loader)
		if err != nil {
			return
		}
		for i, r := range results {
			j := judged{Path: fmt.Sprintf("%sx-kubernetes-validations[%d]", path, i), Cost: r.MaxCost, Times: r.MaxCardinality,
				Message: r.MessageExpressionMaxCost, HasRule: r.Program != nil, HasMessage: r.MessageExpression != nil}
			if ctx.MaxCardinality != nil {
				j.Times = *ctx.MaxCardinality
			}
			if r.Error != nil {
				j.Error = normal(r.Error.Detail)
			}
			if r.MessageExpressionError != nil {
				j.MessageError = normal(r.MessageExpressionError.Detail)
			}
			out = append(out, j)
		}
	})
	return out
}

// walk visits the nodes that have rules.
func walk(s *apiextensions.JSONSchemaProps, ctx *validation.CELSchemaContext, path string, visit func(*apiextensions.JSONSchemaProps, *validation.CELSchemaContext, string)) {
	dot := path
	if path != "" {
		dot = path + "."
	}
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		walk(a.Schema, ctx.ChildAdditionalPropertiesContext(a.Schema), dot+"additionalProperties", visit)
	}
	for name, p := range s.Properties {
		p := p
		walk(&p, ctx.ChildPropertyContext(&p, name), dot+"properties["+name+"]", visit)
	}
	if s.Items != nil && s.Items.Schema != nil {
		walk(s.Items.Schema, ctx.ChildItemsContext(s.Items.Schema), dot+"items", visit)
	}
	if len(s.XValidations) > 0 {
		visit(s, ctx, dot)
	}
}

// environments are those of a server of a minor version.
func environments(minor uint) *environment.EnvSet {
	return environment.MustBaseEnvSet(version.MajorMinor(1, minor-1))
}

// readable is a schema as both sides hold it. It takes the case out if the
// reference does not look at its rules.
func readable(c *parity.Check, m map[string]any) (*apiextensions.JSONSchemaProps, *structural.Schema, bool) {
	props, err := upstream.Schema(m)
	s, problems := structural.FromMap(m)
	if err != nil || len(blocking(problems)) > 0 || len(structural.Check(s)) > 0 {
		c.Void()
		return nil, nil, false
	}
	return props, s, true
}
