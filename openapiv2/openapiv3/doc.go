// Package openapiv3 builds the OpenAPI v3 documents that a Kubernetes 1.37 API server
// publishes for CustomResourceDefinitions, without a server: paths, operations with their
// parameters, and the schemas of the kinds. The server has one document for each group and
// version.
//
// # One version
//
// [Build] returns the document of one version of a CRD, [BuildMap] the same as plain JSON
// values. [Published] returns the versions that the server publishes.
//
// Every CRD that the server stores has a document. These rules apply to its schema, in this
// order:
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
// # As in package openapiv2
//
// Package openapiv2 describes the Kubernetes schemas that documents refer to
// ([WithSchemas] replaces them), catalogs, [Merge], the document of
// CustomResourceDefinition itself ([APIExtensions]), and what documents share: treat
// them as read-only, or use [BuildMap]. All functions are pure and safe for concurrent
// use.
//
// # Differences from upstream
//
//   - The descriptions of the Kubernetes schemas.
//   - CRDs with conflicting entries are merged, with the entries of the first by
//     name, and the conflict is reported. The server keeps serving an older document.
//   - A CRD without a group, kind or plural is an error instead of a panic or a
//     meaningless document.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapiv3.
package openapiv3
