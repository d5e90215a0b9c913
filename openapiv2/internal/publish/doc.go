// Package publish holds what OpenAPI v2 and v3 have in common: reading a
// definition, the names of its models, its paths and operations with their
// parameters and texts, its schemas, and the Kubernetes definitions that they
// refer to. Packages openapiv2 and openapiv3 put documents together from it.
//
// Nothing here keeps its arguments. What is made once and shared by all
// documents (parameters, common definitions) is immutable.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder;
// k8s.io/apiserver/pkg/endpoints/openapi; k8s.io/kube-openapi/pkg/builder and
// builder3.
package publish
