// Package builtin serves the built-in kinds of Kubernetes: it describes each one by a CRD, made of the
// published discovery and OpenAPI documents (package published), and serves it as package custom serves
// custom resources. A kind is compiled by the first request for it.
//
// A server checks the values of its kinds in code that is not published, and so nothing checks them here.
// behavior.yaml has what else differs from custom resources: defaults, generations, names and fields of
// selectors.
package builtin
