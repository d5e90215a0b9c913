// Package openapiv3 builds the OpenAPI v3 documents that a Kubernetes 1.37 API server
// publishes for CustomResourceDefinitions, without a server. The server has one document for
// each group and version.
//
// [Build] returns the document of one version of a CRD. These rules apply to its schema, in
// this order:
//
//  1. A schema that is absent, names an unknown type, uses keywords that Kubernetes
//     does not support, or is not structural (structural.Check) is not published:
//     the kind is an object without fields.
//  2. Any other schema is published whole, with defaults and junctors. An
//     int-or-string without such an anyOf gets an anyOf of integer and string.
//  3. apiVersion, kind and metadata are the same for all kinds, regardless of the
//     schema. An embedded resource gets them too, and requires the first two.
//
// Selectable fields become an extension of the kind and of its list. A reference with a
// description is wrapped in an allOf.
//
// Package openapiv2 describes the rest: Kubernetes schemas ([WithSchemas] replaces them),
// catalogs, [Merge], [APIExtensions], and what documents share: treat them as read-only, or
// use [BuildMap]. All functions are pure and safe for concurrent use.
//
// # Differences from upstream
//
// Rows D38 to D40 of DEVIATIONS.md.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapiv3.
package openapiv3
