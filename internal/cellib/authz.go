package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// authzLibrary returns the authorization checks of admission policies, declared for their
// types and costs. A schema's rules lack values of type Authorizer: an expression with
// these names compiles only for a receiver of unknown type, and then fails. All since
// 1.27:
//
//	path            Authorizer.path(string) -> PathCheck
//	group           Authorizer.group(string) -> GroupCheck
//	serviceAccount  Authorizer.serviceAccount(string, string) -> Authorizer
//	resource        GroupCheck.resource(string) -> ResourceCheck
//	subresource     ResourceCheck.subresource(string) -> ResourceCheck, and so namespace and name
//	check           PathCheck.check(string) -> Decision, ResourceCheck.check(string) -> Decision
//	allowed         Decision.allowed() -> bool, and so errored
//	reason          Decision.reason() -> string, and so error
//
// Cost: check 350,000, the others 1.
func authzLibrary() *library {
	return &library{name: "authz", functions: []cel.EnvOption{
		cel.Function("path", failingOverload("authorizer_path", pathCheckType, authorizerType, cel.StringType)),
		cel.Function("group", failingOverload("authorizer_group", groupCheckType, authorizerType, cel.StringType)),
		cel.Function("serviceAccount", failingOverload("authorizer_serviceaccount", authorizerType, authorizerType, cel.StringType, cel.StringType)),
		cel.Function("resource", failingOverload("groupcheck_resource", resourceCheckType, groupCheckType, cel.StringType)),
		cel.Function("subresource", failingOverload("resourcecheck_subresource", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("namespace", failingOverload("resourcecheck_namespace", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("name", failingOverload("resourcecheck_name", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("check",
			failingOverload("pathcheck_check", decisionType, pathCheckType, cel.StringType),
			failingOverload("resourcecheck_check", decisionType, resourceCheckType, cel.StringType)),
		cel.Function("errored", failingOverload("decision_errored", cel.BoolType, decisionType)),
		cel.Function("error", failingOverload("decision_error", cel.StringType, decisionType)),
		cel.Function("allowed", failingOverload("decision_allowed", cel.BoolType, decisionType)),
		cel.Function("reason", failingOverload("decision_reason", cel.StringType, decisionType)),
	}}
}

// authzSelectorsLibrary returns the selectors that narrow a check, since 1.31:
//
//	fieldSelector  ResourceCheck.fieldSelector(string) -> ResourceCheck
//	labelSelector  ResourceCheck.labelSelector(string) -> ResourceCheck
//
// Cost: 10 + 0.1 × length + 50 × 0.5 × length, the maximum number of requirements.
func authzSelectorsLibrary() *library {
	return &library{name: "authzSelectors", functions: []cel.EnvOption{
		cel.Function("fieldSelector", failingOverload("authorizer_fieldselector", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("labelSelector", failingOverload("authorizer_labelselector", resourceCheckType, resourceCheckType, cel.StringType)),
	}}
}

var authzCosts = costTable{
	"path":           costOne,
	"group":          costOne,
	"serviceAccount": costOne,
	"resource":       costOne,
	"subresource":    costOne,
	"namespace":      costOne,
	"name":           costOne,
	"check":          fixedCost(350_000),
	"errored":        costOne,
	"error":          costOne,
	"allowed":        costOne,
	"reason":         costOne,
	"fieldSelector":  {estimate: estimateSelector, actual: actualSelector},
	"labelSelector":  {estimate: estimateSelector, actual: actualSelector},
}

var (
	authorizerType    = cel.ObjectType("kubernetes.authorization.Authorizer")
	pathCheckType     = cel.ObjectType("kubernetes.authorization.PathCheck")
	groupCheckType    = cel.ObjectType("kubernetes.authorization.GroupCheck")
	resourceCheckType = cel.ObjectType("kubernetes.authorization.ResourceCheck")
	decisionType      = cel.ObjectType("kubernetes.authorization.Decision")
)

// failingOverload declares a method that always fails, because no value is a receiver.
// CEL charges a failed call by the kind of its binding, so the binding follows the number
// of arguments, as in the server.
func failingOverload(id string, result *cel.Type, args ...*cel.Type) cel.FunctionOpt {
	fail := func(...ref.Val) ref.Val { return types.NoSuchOverloadErr() }
	binding := cel.FunctionBinding(fail)
	switch len(args) {
	case 1:
		binding = cel.UnaryBinding(func(ref.Val) ref.Val { return fail() })
	case 2:
		binding = cel.BinaryBinding(func(_, _ ref.Val) ref.Val { return fail() })
	}
	return cel.MemberOverload(id, args, result, binding)
}

// estimateSelector returns the cost of making requirements, each written in at least two
// characters.
func estimateSelector(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) != 1 {
		return nil
	}
	return estimated(selectorCost(e.size(c.args[0])))
}

func actualSelector(c actualCall) (uint64, bool) {
	return selectorCost(checker.FixedSizeEstimate(actualSize(c.args[1]))).Max, true
}

func selectorCost(length checker.SizeEstimate) checker.CostEstimate {
	requirements := length.MultiplyByCostFactor(0.5).MultiplyByCostFactor(common.ListCreateBaseCost + common.StructCreateBaseCost)
	return checker.FixedCostEstimate(common.ListCreateBaseCost).Add(length.MultiplyByCostFactor(perChar)).Add(requirements)
}
