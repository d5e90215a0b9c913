package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
)

// authzLibrary has the authorization checks of admission policies. The rules of
// a schema have no variable to start from, and no function makes an Authorizer,
// so that the only expressions with these names that compile have a receiver of
// unknown type, and fail when they are evaluated. They are here for their types
// and their cost. All since 1.27:
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
		cel.Function("path", unusable("authorizer_path", pathCheckType, authorizerType, cel.StringType)),
		cel.Function("group", unusable("authorizer_group", groupCheckType, authorizerType, cel.StringType)),
		cel.Function("serviceAccount", unusable("authorizer_serviceaccount", authorizerType, authorizerType, cel.StringType, cel.StringType)),
		cel.Function("resource", unusable("groupcheck_resource", resourceCheckType, groupCheckType, cel.StringType)),
		cel.Function("subresource", unusable("resourcecheck_subresource", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("namespace", unusable("resourcecheck_namespace", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("name", unusable("resourcecheck_name", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("check",
			unusable("pathcheck_check", decisionType, pathCheckType, cel.StringType),
			unusable("resourcecheck_check", decisionType, resourceCheckType, cel.StringType)),
		cel.Function("errored", unusable("decision_errored", cel.BoolType, decisionType)),
		cel.Function("error", unusable("decision_error", cel.StringType, decisionType)),
		cel.Function("allowed", unusable("decision_allowed", cel.BoolType, decisionType)),
		cel.Function("reason", unusable("decision_reason", cel.StringType, decisionType)),
	}}
}

// authzSelectorsLibrary narrows a check, since 1.31:
//
//	fieldSelector  ResourceCheck.fieldSelector(string) -> ResourceCheck
//	labelSelector  ResourceCheck.labelSelector(string) -> ResourceCheck
//
// Cost: 10 + 0.1 × length + 50 × 0.5 × length, for as many requirements.
func authzSelectorsLibrary() *library {
	return &library{name: "authzSelectors", functions: []cel.EnvOption{
		cel.Function("fieldSelector", unusable("authorizer_fieldselector", resourceCheckType, resourceCheckType, cel.StringType)),
		cel.Function("labelSelector", unusable("authorizer_labelselector", resourceCheckType, resourceCheckType, cel.StringType)),
	}}
}

var authzPrices = prices{
	"path":           flat(1),
	"group":          flat(1),
	"serviceAccount": flat(1),
	"resource":       flat(1),
	"subresource":    flat(1),
	"namespace":      flat(1),
	"name":           flat(1),
	"check":          flat(350_000),
	"errored":        flat(1),
	"error":          flat(1),
	"allowed":        flat(1),
	"reason":         flat(1),
	"fieldSelector":  {estimate: estimateSelector, actual: priceSelector},
	"labelSelector":  {estimate: estimateSelector, actual: priceSelector},
}

var (
	authorizerType    = cel.ObjectType("kubernetes.authorization.Authorizer")
	pathCheckType     = cel.ObjectType("kubernetes.authorization.PathCheck")
	groupCheckType    = cel.ObjectType("kubernetes.authorization.GroupCheck")
	resourceCheckType = cel.ObjectType("kubernetes.authorization.ResourceCheck")
	decisionType      = cel.ObjectType("kubernetes.authorization.Decision")
)

// unusable declares an overload that no values exist for. What a call costs that
// fails depends on how it is bound.
func unusable(id string, result *cel.Type, args ...*cel.Type) cel.FunctionOpt {
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

// estimateSelector makes a list of requirements, each of two characters or more,
// a structure and a list of values.
func estimateSelector(e estimator, c estimatedCall) *checker.CallEstimate {
	if len(c.args) != 1 {
		return nil
	}
	return costs(selector(e.size(c.args[0])))
}

func priceSelector(c actualCall) *uint64 {
	cost := selector(checker.FixedSizeEstimate(size(c.args[1])))
	return &cost.Max
}

func selector(length checker.SizeEstimate) checker.CostEstimate {
	requirements := length.MultiplyByCostFactor(0.5).MultiplyByCostFactor(common.ListCreateBaseCost + common.StructCreateBaseCost)
	return checker.FixedCostEstimate(common.ListCreateBaseCost).Add(length.MultiplyByCostFactor(perChar)).Add(requirements)
}
