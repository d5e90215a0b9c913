// Package specschema reads schemas from kube-openapi's spec.Schema and from the OpenAPI
// documents of a cluster, and writes them as a spec.Schema. For the map of a CRD, see
// structural.FromMap and Schema.Map.
//
// # From a spec.Schema and back
//
// [FromSpec] reads what a CRD can express; [ToSpec] writes all that a schema has. Together
// they keep every keyword. The root is any value, not a resource:
//
//   - An extension may hold plain JSON values, or Go types that encode as such.
//   - Numbers in default, example, enum and extensions are read as in a JSON text: a
//     float64 without a fraction is an int64. A decoded spec.Schema has only float64.
//   - A type that is a list is read if a CRD can say the same: one type, one type and
//     null (nullable), or integer and string with x-kubernetes-int-or-string, as
//     ConvertJSONSchemaProps writes it.
//
// # Documents
//
// [FromDocument] finds the schema of a kind in a decoded document, [FromOpenAPI] and
// [FromSwagger] in the types of kube-openapi. Objects get the same errors with it as with the
// schema of the CRD, except for these differences:
//
//   - apiVersion, kind and metadata of the root and of embedded resources are the
//     server's, even if the CRD does not mention them. metadata becomes {type: object},
//     as a CRD may say at the root; rules for metadata.name are not published.
//     Embedded resources require apiVersion and kind. The server requires them in any
//     case: both checks report it.
//   - An int-or-string has an anyOf of both types, with the same meaning but an error of
//     its own in addition to the error of the type.
//   - additionalProperties in branches of allOf, anyOf, oneOf and not is not published.
//   - A schema that is not structural is published as an object without fields.
//   - Documents of version 2 lack junctors and defaults, and more: see package openapiv2.
//
// Built-in kinds can be read as well. Their components that are an int-or-string by their
// format get x-kubernetes-int-or-string. Their schemas are not always structural
// (structural.Check), and their defaults are the ones of Go types.
//
// # References
//
// A $ref is replaced by the schema to which it refers, in these steps:
//
//  1. The schema comes from the document or from the function of [WithReferences]. Only
//     whole components can be referred to.
//  2. An allOf with nothing but one $ref counts as that $ref: documents wrap references
//     that have other keywords.
//  3. The other keywords next to a $ref are added. description, title, externalDocs,
//     example, default, nullable, and x-kubernetes-list-type, -list-map-keys and -map-type
//     replace the keywords of the schema; any other keyword must be absent there or equal
//     (keyword-conflict).
//  4. A $ref to nothing (reference-not-found), or to a schema around it (reference-cycle),
//     becomes a schema of any value, x-kubernetes-preserve-unknown-fields, and is an
//     error. Drop the errors with the code reference-cycle to accept that values are not
//     checked below the first repetition.
//
// # Errors
//
// Errors are data, returned with the part that could be read, sorted: paths begin at the
// schema and lead through references as if they were replaced already. A keyword that a CRD
// cannot express is left out and reported: an unknown keyword or extension, discriminator and
// readOnly (unknown-keyword); several types (type-list); a value of the wrong type
// (keyword-type). Keywords that Kubernetes decodes but does not support, such as
// patternProperties, are reported (unsupported-keyword) and kept, as structural.FromMap keeps
// them.
//
// These extensions of published schemas do not concern values, and are dropped without an error:
// x-kubernetes-group-version-kind, x-kubernetes-selectable-fields, x-kubernetes-patch-strategy,
// x-kubernetes-patch-merge-key and x-kubernetes-unions.
//
// # Limits
//
// A schema may be nested 10,000 levels deep and consist of [MaxSchemas] schemas. A cyclic Go
// value is an error (not-json).
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use. They do not change arguments, and
// results share only strings with them. An error that is not data is the cause of the context
// or structural.ErrTooMuchWork.
//
// # Differences from upstream
//
// ToKubeOpenAPI loses additionalProperties in branches (row D60 of DEVIATIONS.md), and
// ConvertJSONSchemaProps replaces the type of an int-or-string by a list; [ToSpec] keeps
// both. k8s.io/apiserver/pkg/cel/openapi/resolver replaces a cycle by an empty object, drops
// the keywords next to references, and does not look into junctors.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.ToKubeOpenAPI;
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation, ConvertJSONSchemaProps;
// k8s.io/apiserver/pkg/cel/openapi/resolver.
package specschema
