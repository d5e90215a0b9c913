package cel

import "github.com/google/cel-go/common/types"

// The types of the authorization library. No value in a rule has one.
var (
	AuthorizerType    = types.NewObjectType("kubernetes.authorization.Authorizer")
	PathCheckType     = types.NewObjectType("kubernetes.authorization.PathCheck")
	GroupCheckType    = types.NewObjectType("kubernetes.authorization.GroupCheck")
	ResourceCheckType = types.NewObjectType("kubernetes.authorization.ResourceCheck")
	DecisionType      = types.NewObjectType("kubernetes.authorization.Decision")
)
