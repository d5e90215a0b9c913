// Package specschema reads schemas from elsewhere: from kube-openapi's spec.Schema and
// from the OpenAPI documents of a cluster. It also writes them as a spec.Schema. A
// structural.Schema is read from the map of a crd with structural.FromMap, and is one
// again with Schema.Map.
//
// # From a spec.Schema and back
//
// [FromSpec] reads what a crd can express; [ToSpec] writes all that a schema has. Together
// they keep every keyword, unsupported ones and empty lists included. The root is any
// value, not a resource:
//
//   - An extension may hold plain JSON values, or Go types that encode as such: the rules
//     and lists that the reference's conversions make.
//   - Numbers in default, example, enum and extensions are read as JSON texts would be:
//     a float64 without a fraction is an int64. A decoded spec.Schema has only float64.
//   - A type that is a list is read if a crd has other words for it: one type, one type
//     and null (nullable), or integer and string beside x-kubernetes-int-or-string, as
//     ConvertJSONSchemaProps writes it.
//
// # Documents
//
// [FromDocument] finds the schema of a kind in a decoded document of /openapi/v3 or
// /openapi/v2; [FromOpenAPI] and [FromSwagger] do so in the types of kube-openapi. The
// result is the schema of the crd as far as it is published. Published documents lack, or
// add:
//
//   - apiVersion, kind and metadata of the root and of embedded resources are the
//     server's, even if the crd does not mention them. metadata becomes {type: object},
//     which a crd may say at the root; what it says of metadata.name is not published.
//     Embedded resources require apiVersion and kind, which the server does in any case:
//     both checks report it.
//   - An int-or-string has an anyOf of both types, which means the same but adds its own
//     error to that of the type.
//   - additionalProperties in branches of allOf, anyOf, oneOf and not is not published.
//   - A schema that is not structural is published as an object without fields.
//   - Documents of version 2 lack junctors and defaults, and more: see package openapiv2.
//
// Everything else is published: bounds, defaults, list types, and validation rules. Apart
// from these differences, objects get the same errors with the schema that was read as
// with the original.
//
// Kinds that are not defined by crds can be read as well. Their components that are an
// int-or-string, by their format, get x-kubernetes-int-or-string. Their schemas are not
// always structural (structural.Check), and their defaults are those of Go types.
//
// # References
//
// A $ref is replaced by the schema to which it refers, in these steps:
//
//  1. The schema is that of the document, or what the function of [WithReferences]
//     returns. Only whole components can be referred to.
//  2. An allOf with nothing but one $ref counts as that $ref: documents wrap references
//     that have keywords beside them.
//  3. Keywords beside a $ref are added. description, title, externalDocs, example, default,
//     nullable, and x-kubernetes-list-type, -list-map-keys and -map-type replace those of
//     the schema; any other keyword must be absent there or equal (keyword-conflict).
//  4. A $ref that refers to nothing (reference-not-found), or to a schema around it
//     (reference-cycle), becomes a schema of any value, x-kubernetes-preserve-unknown-fields,
//     and is an error. Drop the errors with the code reference-cycle to accept that values
//     are not checked below the first repetition.
//
// # Errors
//
// Errors are data, beside the part that could be read: paths begin at the schema and lead
// through references as if they were replaced already. What a crd cannot express is left
// out and reported: an unknown keyword or extension, discriminator and readOnly
// (unknown-keyword); several types (type-list); a value of the wrong type (keyword-type).
// Keywords that Kubernetes decodes but does not support, such as patternProperties, are
// reported (unsupported-keyword) and kept, as structural.FromMap keeps them. An error in a
// component is reported at the first reference to it if this package finds it, and at each
// if structural.FromMap does.
//
// These extensions of published schemas do not concern values, and are dropped without an
// error: x-kubernetes-group-version-kind, x-kubernetes-selectable-fields,
// x-kubernetes-patch-strategy, x-kubernetes-patch-merge-key and x-kubernetes-unions.
//
// # Limits
//
// A schema may be nested 10,000 levels deep and consist of [MaxSchemas] schemas, counted
// as often as they are referred to. Go values may be cyclic: that is an error (not-json).
//
// # Sharing and concurrency
//
// All functions are pure and safe for concurrent use. Results share nothing with arguments
// but strings.
//
// # Differences from upstream
//
//   - Structural.ToKubeOpenAPI loses additionalProperties in branches; [ToSpec] keeps it.
//   - ConvertJSONSchemaProps replaces the type of an int-or-string by a list of both
//     types; [ToSpec] keeps it.
//   - k8s.io/apiserver/pkg/cel/openapi/resolver replaces a cycle by an empty object,
//     drops the keywords beside references, and does not look into junctors.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/apiserver/schema, Structural.ToKubeOpenAPI;
// k8s.io/apiextensions-apiserver/pkg/apiserver/validation, ConvertJSONSchemaProps;
// k8s.io/apiserver/pkg/cel/openapi/resolver.
package specschema
