// Package stages composes what a server does with one value, given its compiled schema:
// decoding (prune, drop nulls, coerce embedded metadata) and validation (values, embedded
// metadata, list types, rules). The root package runs the stages for custom resources,
// package fragment for properties. The stages themselves are public packages.
//
// Values are normalized, and results share the unchanged parts of their input. Other errors
// are about the context or the budget.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver, unstructuredSchemaCoercer;
// k8s.io/apiextensions-apiserver/pkg/registry/customresource, customResourceStrategy.
package stages
