// Package openapiv2 makes the OpenAPI v2 documents that a Kubernetes 1.37 API
// server publishes for CustomResourceDefinitions, without a server: paths,
// operations with their parameters, and the schemas of the kinds. kubectl and
// clients of all sorts read them. Package openapiv3 makes those of OpenAPI v3,
// from which nothing is lost.
//
// # One version
//
// [Build] makes the document of one version of a definition, [BuildMap] the same
// as plain JSON values. [Published] says which versions a server publishes.
//
// A definition that a server holds always has a document. What decides about its
// schema, in this order:
//
//  1. A schema that is absent, names an unknown type, uses keywords that
//     Kubernetes does not support, or is not structural (structural.Check) is
//     not published: the kind is an object, and nothing is said about it. The
//     same goes for a kind whose root preserves unknown fields, and for
//     definitions with spec.preserveUnknownFields.
//  2. allOf, anyOf, oneOf, not and defaults are left out everywhere.
//  3. Where null is allowed, or unknown fields are preserved, properties and
//     items are left out. Where null is allowed so is the type, and likewise the
//     type object beside preserved unknown fields and the type array without
//     items.
//  4. A property that may be null is not required; if undeclared fields may be
//     null, none is.
//  5. apiVersion, kind and metadata are what every object has, whatever the schema
//     says of them. An embedded resource gets them too, and requires the first
//     two, unless it preserves unknown fields.
//
// Everything else stays: formats, bounds, patterns, enums, descriptions, and all
// x-kubernetes keywords, validation rules among them. Selectable fields become
// an extension of the kind and of its list.
//
// # Kubernetes definitions
//
// Documents refer to ObjectMeta, Status and others. Their structure is that of
// Kubernetes 1.37; their descriptions are this project's own words. A server that
// has definitions of its own puts them in their place with [WithDefinitions].
// Texts of operations and parameters, and of the fields that are added to
// schemas, are those of a server.
//
// # Many definitions
//
// A [Catalog] is a set of definitions that makes a document when it is asked for,
// keeps it, and tells by a hash whether it has changed, so that it can be served
// with an ETag. [Merge] puts documents together.
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use; they keep nothing of a
// manifest. Documents share what is the same in all of them (parameters,
// answers, Kubernetes definitions), and inside of a document equal schemas
// share what is in them: treat documents as read-only, or take [BuildMap].
//
// # Differences from upstream
//
//   - Descriptions of the Kubernetes definitions, see above.
//   - Conflicts between merged documents are reported, and the first document
//     counts. A server lets one of them win by chance.
//   - A definition without a group, kind or plural is an error instead of a
//     panic or a document without sense.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapi.
package openapiv2
