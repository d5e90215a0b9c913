package cellib

import (
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"

	values "github.com/seed95800270/crdschema/internal/cellib/cel"
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
		cel.Function("path", failingOverload("authorizer_path", values.PathCheckType, values.AuthorizerType, cel.StringType)),
		cel.Function("group", failingOverload("authorizer_group", values.GroupCheckType, values.AuthorizerType, cel.StringType)),
		cel.Function("serviceAccount", failingOverload("authorizer_serviceaccount", values.AuthorizerType, values.AuthorizerType, cel.StringType, cel.StringType)),
		cel.Function("resource", failingOverload("groupcheck_resource", values.ResourceCheckType, values.GroupCheckType, cel.StringType)),
		cel.Function("subresource", failingOverload("resourcecheck_subresource", values.ResourceCheckType, values.ResourceCheckType, cel.StringType)),
		cel.Function("namespace", failingOverload("resourcecheck_namespace", values.ResourceCheckType, values.ResourceCheckType, cel.StringType)),
		cel.Function("name", failingOverload("resourcecheck_name", values.ResourceCheckType, values.ResourceCheckType, cel.StringType)),
		cel.Function("check",
			failingOverload("pathcheck_check", values.DecisionType, values.PathCheckType, cel.StringType),
			failingOverload("resourcecheck_check", values.DecisionType, values.ResourceCheckType, cel.StringType)),
		cel.Function("errored", failingOverload("decision_errored", cel.BoolType, values.DecisionType)),
		cel.Function("error", failingOverload("decision_error", cel.StringType, values.DecisionType)),
		cel.Function("allowed", failingOverload("decision_allowed", cel.BoolType, values.DecisionType)),
		cel.Function("reason", failingOverload("decision_reason", cel.StringType, values.DecisionType)),
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
		cel.Function("fieldSelector", failingOverload("authorizer_fieldselector", values.ResourceCheckType, values.ResourceCheckType, cel.StringType)),
		cel.Function("labelSelector", failingOverload("authorizer_labelselector", values.ResourceCheckType, values.ResourceCheckType, cel.StringType)),
	}}
}

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
