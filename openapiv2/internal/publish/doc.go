// Package publish holds what OpenAPI v2 and v3 share: a [Builder] reads a CRD and builds its
// models, its paths and operations, and the Kubernetes models that they refer to. Packages
// openapiv2 and openapiv3 render documents from them.
//
// No function keeps its arguments. Values that all documents share (parameters, common
// models) are immutable.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder;
// k8s.io/apiserver/pkg/endpoints/openapi; k8s.io/kube-openapi/pkg/builder and builder3.
package publish
