// Package openapiv2 builds the OpenAPI v2 documents that a Kubernetes 1.37 API server
// publishes for CustomResourceDefinitions, without a server: paths, operations with their
// parameters, and the schemas of the kinds. Package openapiv3 builds OpenAPI v3 documents
// with the whole schema.
//
// # One version
//
// [Build] returns the document of one version of a CRD. [Published] returns the versions that
// the server publishes.
//
// Every CRD that the server stores has a document. These rules apply to its schema, in this order:
//
//  1. A schema that is absent, names an unknown type, uses keywords that Kubernetes
//     does not support, or is not structural (structural.Check) is not published:
//     the kind is an object without fields. The same holds for a kind with a root
//     that preserves unknown fields, and for a CRD with spec.preserveUnknownFields.
//  2. allOf, anyOf, oneOf, not and defaults are left out everywhere.
//  3. properties and items of a node are left out if it is nullable or preserves
//     unknown fields. The type is left out if the node is nullable, if it is
//     object and unknown fields are preserved, and if it is array without items.
//  4. A nullable property is not required; if additionalProperties is nullable,
//     no property is.
//  5. apiVersion, kind and metadata are the same for all kinds, regardless of the
//     schema. An embedded resource gets them too, and requires the first two,
//     unless it preserves unknown fields.
//
// All other keywords are kept, including validation rules. Selectable fields become an
// extension of the kind and of its list.
//
// # Kubernetes definitions
//
// Documents refer to ObjectMeta, Status and others, with the structure of Kubernetes 1.37 and
// descriptions in this project's own words. [WithDefinitions] replaces them. Operations,
// parameters, and the fields that are added to schemas have the server's descriptions.
//
// # Many CRDs
//
// A [Catalog] builds documents on demand and keeps them. Its hash can be served as an ETag.
// [Merge] merges documents, also with [APIExtensions].
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use; they do not keep a CRD. Every error may
// also be the cause of the context or structural.ErrTooMuchWork. Documents share common
// values (parameters, responses, Kubernetes definitions), and equal schemas of a document
// share theirs: treat documents as read-only, or use [BuildMap].
//
// # Differences from upstream
//
// Rows D38 to D40 of DEVIATIONS.md.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapi.
package openapiv2
