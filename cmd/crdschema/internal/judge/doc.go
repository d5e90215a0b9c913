// Package judge gives the verdicts of a Kubernetes API server on the objects of package input, as items of
// package report: CRDs, and objects of their kinds.
package judge
