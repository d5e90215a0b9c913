package embedders

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsvalidation "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"

	"github.com/seed95800270/crdschema/internal/oracle/upstream"
)

// schemaChecker is the comparator MustNotExceedCostBudget of crd-schema-checker, which
// estimates the costs of the rules of a definition that somebody changes:
// openshift/crd-schema-checker pkg/manifestcomparators/comp_must_not_exceed_cost_budget.go,
// Validate, 424d1a1aee3d; it walks through the schema as SchemaHas does.
type schemaChecker struct {
	envs *environment.EnvSet
	out  []string
	// untyped are the errors about nodes without rules that have no declared type, such as
	// those below anyOf.
	untyped []string
}

// correct replaces the costs that the server estimates otherwise, because it knows the
// type of a value from the values around it, and reports whether there are any.
func (k *schemaChecker) correct(props *apiextensions.JSONSchemaProps) (any bool) {
	for _, r := range upstream.CompileRules(props, k.envs, cel.NewExpressionsEnvLoader()) {
		prefix := r.Path + ".rule: "
		for i, text := range k.out {
			if cost := fmt.Sprint(prefix, product(r.Cost, r.Times)); r.Error == "" && strings.HasPrefix(text, prefix) && text != cost && !strings.HasSuffix(text, tooExpensive) {
				k.out[i], any = cost, true
			}
		}
	}
	return any
}

// walk visits the nodes of a schema as SchemaHas does. The context of a node is made of
// those above it as if every step were into a property without a name.
func (k *schemaChecker) walk(s *apiextensions.JSONSchemaProps, above []*apiextensions.JSONSchemaProps, path string) {
	if s == nil {
		return
	}
	above = append(slices.Clone(above), s)
	k.visit(above, path)
	if s.Items != nil {
		k.walk(s.Items.Schema, above, path+"items.")
	}
	for name, list := range map[string][]apiextensions.JSONSchemaProps{"allOf": s.AllOf, "anyOf": s.AnyOf, "oneOf": s.OneOf} {
		for i := range list {
			k.walk(&list[i], above, fmt.Sprintf("%s%s[%d].", path, name, i))
		}
	}
	k.walk(s.Not, above, path+"not.")
	for name, p := range s.Properties {
		k.walk(&p, above, path+"properties["+name+"].")
	}
	if s.AdditionalProperties != nil {
		k.walk(s.AdditionalProperties.Schema, above, path+"additionalProperties.")
	}
}

// visit estimates the costs of the rules of the last of the nodes.
func (k *schemaChecker) visit(nodes []*apiextensions.JSONSchemaProps, path string) {
	node := apiextensionsvalidation.RootCELContext(nodes[0])
	for _, n := range nodes[1:] {
		node = node.ChildPropertyContext(n, n.ID)
	}
	info, err := node.TypeInfo()
	switch {
	case err != nil && len(nodes[len(nodes)-1].XValidations) > 0:
		k.out = append(k.out, path+"x-kubernetes-validations: internal error: failed to construct type information for x-kubernetes-validations rules: "+err.Error())
	case err != nil:
		k.untyped = append(k.untyped, path)
	}
	if err != nil || info == nil {
		return
	}
	results, err := cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, k.envs, cel.NewExpressionsEnvLoader())
	if err != nil {
		k.out = append(k.out, path+err.Error())
		return
	}
	for i, r := range results {
		at := fmt.Sprintf("%sx-kubernetes-validations[%d]", path, i)
		times := r.MaxCardinality
		if node.MaxCardinality != nil {
			times = *node.MaxCardinality
		}
		k.report(at+".rule", product(r.MaxCost, times), r.Error)
		if r.MessageExpressionError != nil || r.MessageExpression != nil {
			k.report(at+".messageExpression", r.MessageExpressionMaxCost, r.MessageExpressionError)
		}
	}
}

// tooExpensive replaces the text about a cost beyond the limit.
const tooExpensive = "too expensive"

// report records the cost of an expression, or why it does not compile.
func (k *schemaChecker) report(path string, cost uint64, err *apiservercel.Error) {
	if err != nil {
		k.out = append(k.out, path+": "+typeNumber.ReplaceAllString(err.Detail, "selfType#"))
		return
	}
	k.out = append(k.out, fmt.Sprint(path, ": ", cost))
	if cost > apiextensionsvalidation.StaticEstimatedCostLimit {
		k.out = append(k.out, path+": "+tooExpensive)
	}
}

// product returns a times b, or the largest number if that overflows.
func product(a, b uint64) uint64 {
	if a > 0 && b > math.MaxUint64/a {
		return math.MaxUint64
	}
	return a * b
}
