package upstream

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

// CompiledRule holds the reference's results for one validation rule.
type CompiledRule struct {
	// Path is the path of the rule in its schema.
	Path string
	// Cost is the estimated cost of one evaluation of the rule, Times how often
	// it is evaluated, and Message the cost of its messageExpression.
	Cost, Times, Message uint64
	// Error and MessageError are empty if the expressions compile.
	Error, MessageError string
	HasRule, HasMessage bool
}

// CompileRules compiles all rules of a schema as the server does.
//
// Wrapped reference: validation.CELSchemaContext and cel.Compile, called as the
// unexported parts of package validation do.
func CompileRules(props *apiextensions.JSONSchemaProps, envs *environment.EnvSet, loader cel.EnvLoader) (out []CompiledRule) {
	visitRules(props, validation.RootCELContext(props), "", func(ctx *validation.CELSchemaContext, path string) {
		info, err := ctx.TypeInfo()
		if err != nil || info == nil {
			return
		}
		results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, envs, loader)
		if err != nil {
			return
		}
		for i, r := range results {
			rule := CompiledRule{Path: fmt.Sprintf("%sx-kubernetes-validations[%d]", path, i), Cost: r.MaxCost, Times: r.MaxCardinality,
				Message: r.MessageExpressionMaxCost, HasRule: r.Program != nil, HasMessage: r.MessageExpression != nil}
			if ctx.MaxCardinality != nil {
				rule.Times = *ctx.MaxCardinality
			}
			if r.Error != nil {
				rule.Error = r.Error.Detail
			}
			if r.MessageExpressionError != nil {
				rule.MessageError = r.MessageExpressionError.Detail
			}
			out = append(out, rule)
		}
	})
	return out
}

// visitRules calls visit for each node with rules. path ends with a dot unless it
// is empty.
func visitRules(s *apiextensions.JSONSchemaProps, ctx *validation.CELSchemaContext, path string, visit func(*validation.CELSchemaContext, string)) {
	if a := s.AdditionalProperties; a != nil && a.Schema != nil {
		visitRules(a.Schema, ctx.ChildAdditionalPropertiesContext(a.Schema), path+"additionalProperties.", visit)
	}
	for name, p := range s.Properties {
		visitRules(&p, ctx.ChildPropertyContext(&p, name), path+"properties["+name+"].", visit)
	}
	if s.Items != nil && s.Items.Schema != nil {
		visitRules(s.Items.Schema, ctx.ChildItemsContext(s.Items.Schema), path+"items.", visit)
	}
	if len(s.XValidations) > 0 {
		visit(ctx, path)
	}
}

// Environments returns the CEL environments of a server of a minor version.
func Environments(minor uint) *environment.EnvSet {
	return environment.MustBaseEnvSet(version.MajorMinor(1, minor-1))
}

// mentioned is the end of an error that names one of the most expensive rules.
const mentioned = ": Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"

// MentionedCost returns a function that reports whether text is an error that
// names one of the most expensive rules, and returns the schema and the estimated
// cost of that rule. The server names at most four rules of a schema; of rules
// with equal costs it names those that it visits first, in the order of a Go map.
// costs is called on demand; see [RuleCosts].
func MentionedCost(costs func() map[string]string) func(text string) (string, bool) {
	costs = sync.OnceValue(costs)
	return func(text string) (string, bool) {
		path, ok := strings.CutSuffix(text, mentioned)
		if !ok {
			return "", false
		}
		cost, known := costs()[path]
		return cost, known
	}
}

// RuleCosts returns the estimated total cost of each expression in a schema by
// its path in errors. prefix is the path of the schema. It ends with a dot unless
// it is empty, and distinguishes the costs of different schemas.
func RuleCosts(props *apiextensions.JSONSchemaProps, prefix string) map[string]string {
	out := map[string]string{}
	for _, r := range CompileRules(props, Environments(37), cel.StoredExpressionsEnvLoader()) {
		out[prefix+r.Path+".rule"] = fmt.Sprint(prefix, multiply(r.Cost, r.Times))
		if r.HasMessage {
			out[prefix+r.Path+".messageExpression"] = fmt.Sprint(prefix, r.Message)
		}
	}
	return out
}

// DefinitionRuleCosts returns the costs of all schemas of a definition; see
// [RuleCosts].
func DefinitionRuleCosts(crd *apiextensions.CustomResourceDefinition) map[string]string {
	out := map[string]string{}
	add := func(v *apiextensions.CustomResourceValidation, path string) {
		if v != nil && v.OpenAPIV3Schema != nil {
			maps.Copy(out, RuleCosts(v.OpenAPIV3Schema, path+".openAPIV3Schema."))
		}
	}
	add(crd.Spec.Validation, "spec.validation")
	for i, v := range crd.Spec.Versions {
		add(v.Schema, fmt.Sprintf("spec.versions[%d].schema", i))
	}
	return out
}

// multiply returns a times b, or the largest number if that overflows.
func multiply(a, b uint64) uint64 {
	if a > 0 && b > math.MaxUint64/a {
		return math.MaxUint64
	}
	return a * b
}
