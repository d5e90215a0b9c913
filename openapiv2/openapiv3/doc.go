// Package openapiv3 makes the OpenAPI v3 documents that a Kubernetes 1.37 API
// server publishes for CustomResourceDefinitions, without a server: paths,
// operations with their parameters, and the schemas of the kinds. A server has
// one document for each group and version.
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
//     not published: the kind is an object, and nothing is said about it.
//  2. Otherwise all of it is published, defaults and junctors included. An
//     int-or-string that does not say so itself gets an anyOf of an integer and a
//     string.
//  3. apiVersion, kind and metadata are what every object has, whatever the schema
//     says of them. An embedded resource gets them too, and requires the first
//     two.
//
// Selectable fields become an extension of the kind and of its list. A reference
// with a text beside it stands in an allOf of its own.
//
// # Kubernetes schemas
//
// Documents refer to ObjectMeta, Status and others. Their structure is that of
// Kubernetes 1.37; their descriptions are this project's own words. A server that
// has schemas of its own puts them in their place with [WithSchemas]. Texts of
// operations and parameters, and of the fields that are added to schemas, are
// those of a server.
//
// # Many definitions
//
// A [Catalog] is a set of definitions that makes the document of a group-version
// when it is asked for, keeps what it is made of, and tells by a hash whether it
// has changed, so that it can be served with an ETag. [Merge] puts documents
// together.
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use; they keep nothing of a
// manifest. Documents share what is the same in all of them (parameters,
// Kubernetes schemas), and inside of a document equal schemas share what
// is in them: treat documents as read-only, or take [BuildMap].
//
// # Differences from upstream
//
//   - Descriptions of the Kubernetes schemas, see above.
//   - Definitions in conflict are merged, the first by name counting, and the
//     conflict is reported. A server goes on serving an older document then.
//   - A definition without a group, kind or plural is an error instead of a
//     panic or a document without sense.
//
// Rules: Kubernetes documentation, "Publish Validation Schema in OpenAPI";
// k8s.io/apiextensions-apiserver/pkg/controller/openapiv3.
package openapiv3
