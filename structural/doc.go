// Package structural reads, checks and holds the schemas of custom resources. It also
// defines what all packages of this module share: paths, errors with the texts of a
// Kubernetes 1.37 API server, and JSON values.
//
// # From a CRD to a schema
//
// The server checks the schema of a CRD in four steps:
//
//  1. Decoding. If a keyword has a value of the wrong JSON type, the server rejects the
//     whole CRD ([field.Undecodable]). It drops unknown keywords with a warning, or
//     rejects them under strict field validation ([field.UnknownField]). [FromMap] reports
//     both.
//  2. Conversion into a structural schema. [FromMap] reports what cannot be converted as
//     [field.Forbidden], and reads the rest.
//  3. The structural rules: [Check]. If they hold, the server checks the defaults of the
//     schema, with pruning and validation.
//  4. The keyword rules: [CheckKeywords], and [CheckStatusRoot] for a CRD with a status
//     subresource. They apply regardless of the results of 2 and 3.
//
// When a CRD is written, the server shows the errors of step 2 only if there are no
// others, because step 4 reports the same keywords with other texts. It compiles
// validation rules only if steps 2 and 3 report nothing.
//
// When a CRD is served, nothing is checked again: the server uses the schema that FromMap
// returns.
//
// # Schemas
//
// A [Schema] is one node with everything below it. It is immutable and safe for concurrent
// use, shares nothing with the map from which it was read but strings, and returns copies.
// The nil schema specifies nothing, and all methods work on it. [Schema.Unfold],
// [Schema.StripValueValidations], [Schema.StripNullable] and [MapDefaults] return a new
// schema that shares the unchanged nodes, and the same schema if nothing changes.
//
// # Values
//
// Values are nil, bool, string, int64, float64, map[string]any and []any. [Normalize]
// converts other Go values into these and bounds their depth and number. Call it once for
// each value from outside. No function panics on a normalized value or recurses along it
// without bound.
//
// # Errors
//
// A verdict is data: [Errors] in the order of the server, each [Error] with its [Path], [Kind],
// [field.Code] and value. The texts are the server's and not covered by the compatibility promise;
// paths, kinds and codes are. The text of all errors of one call is bounded by 4 MiB: a
// last error of the kind [field.Internal] counts those that are not listed.
//
// The error of a function that takes a context says that the context is done, or that the
// budget of work is spent ([ErrTooMuchWork]); it returns nothing else then. A nil context
// is an empty one.
//
// # Differences from upstream
//
//   - All errors of a schema are reported. The server's conversion stops at the first one;
//     here the rest of the schema is read and checked.
//   - Schemas nested deeper than 10,000 levels are rejected.
//   - The number of errors is bounded by their text.
//
// Rules: Kubernetes documentation, "Extend the Kubernetes API with
// CustomResourceDefinitions"; k8s.io/apiextensions-apiserver/pkg/apiserver/schema;
// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
package structural
