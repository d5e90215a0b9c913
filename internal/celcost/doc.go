// Package celcost computes the costs of CEL expressions as a Kubernetes 1.37 server does,
// whatever version of cel-go a program links.
//
// [Estimate] walks a checked expression and returns the least and the greatest cost of one
// evaluation. [OfCall] returns the actual cost of calls of a function; the planner of package
// cellib charges it, and the cost of all other steps, while a program runs.
//
// The functions are rows of tables: rowsOfCEL and rowsOfKubernetes. A row has a formula for
// the estimate and for the actual cost. A function without a row costs 1.
//
// # A cost that changes
//
// A row replaces an earlier one of the same function since the minor version that it names.
// Costs do not depend on the version that a program selects: all use the rows of [profile].
//
// Rule: github.com/google/cel-go v0.29.2, checker.Cost, interpreter.CostTracker and package
// ext; k8s.io/apiserver/pkg/cel/library, CostEstimator.
package celcost
