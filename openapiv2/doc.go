// Package openapiv2 builds the OpenAPI v2 documents that a Kubernetes 1.37 API
// server publishes for CustomResourceDefinitions, without a server: paths,
// operations with their parameters, and the schemas of the kinds. kubectl and
// many other clients read them. Package openapiv3 builds OpenAPI v3 documents,
// which contain the whole schema.
//
// # One version
//
// [Build] returns the document of one version of a crd, [BuildMap] the same as plain
// JSON values. [Published] returns the versions that the server publishes.
//
// Every crd that the server stores has a document. These rules apply to its schema,
// in this order:
//
//  1. A schema that is absent, names an unknown type, uses keywords that
//     Kubernetes does not support, or is not structural (structural.Check) is
//     not published: the kind is an object without fields. So is a kind whose
//     root preserves unknown fields, and the kind of a crd with
//     spec.preserveUnknownFields.
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
// All other keywords are kept: formats, bounds, patterns, enums, descriptions, and
// all x-kubernetes keywords including validation rules. Selectable fields become
// an extension of the kind and of its list.
//
// # Kubernetes definitions
//
// Documents refer to ObjectMeta, Status and others. Their structure is that of
// Kubernetes 1.37; their descriptions are this project's own words. Servers with
// definitions of their own replace them with [WithDefinitions]. The descriptions
// of operations and parameters, and of the fields that are added to schemas, are
// those of the server.
//
// # Many crds
//
// A [Catalog] is a set of crds that builds documents on demand and keeps them. A
// hash changes whenever a document changes, so that it can be served with an ETag.
// [Merge] merges documents.
//
// # CustomResourceDefinition itself
//
// APIExtensions returns the document of apiextensions.k8s.io, without which clients
// cannot write crds: kubectl reads the schema of what it applies. Its models are
// built from the fields of a crd that this module knows, with descriptions of our
// own; its structure and its paths are those of the server.
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use; they do not keep a crd.
// Documents share common values (parameters, responses, Kubernetes
// definitions), and equal schemas of a document share theirs: treat documents as
// read-only, or use [BuildMap].
//
// # Differences from upstream
//
//   - Descriptions of the Kubernetes definitions, see above.
//   - Conflicts between merged documents are reported, and the first document
//     is used. The server uses a random one.
//   - A crd without a group, kind or plural is an error instead of a panic or a
//     meaningless document.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapi.
package openapiv2
