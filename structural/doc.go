// Package structural reads, checks and holds the schemas of custom resources. It
// also defines what all packages of this module share: paths, errors with the texts
// of a Kubernetes 1.37 API server, and JSON values.
//
// # From a CRD to a schema
//
// The server checks the schema of a CRD in four steps. Each is a function of this
// package or of another one of this module:
//
//  1. Decoding. If a keyword has a value of the wrong JSON type, the server rejects
//     the whole CRD. It drops unknown keywords with a warning, or rejects them
//     under strict field validation. [FromMap] reports the former as [field.Undecodable]
//     and the latter as [field.UnknownField].
//  2. Conversion into a structural schema. [FromMap] reports what cannot be
//     converted as [field.Forbidden], and reads the rest.
//  3. The structural rules: [Check], with [WithFragment] for a schema that is not the
//     schema of a whole resource, such as the schema of a property. If they hold, the defaults of
//     the schema are checked. This requires pruning and validation and is done
//     elsewhere.
//  4. The keyword rules: [CheckKeywords], and [CheckStatusRoot] for a CRD with a
//     status subresource. They apply regardless of the results of 2 and 3.
//
// When a CRD is written, the server shows the errors of step 2 only if there are no
// others, because step 4 reports the same keywords with other texts. It compiles
// validation rules only if steps 2 and 3 report nothing.
//
// When a CRD is served, nothing is checked again: the server uses the schema that
// FromMap returns.
//
// # Schemas
//
// A [Schema] is one node with everything below it. It is immutable and safe for
// concurrent use, shares nothing with the map from which it was read but strings,
// and returns copies. The nil schema specifies nothing, and all methods work on
// it. A changed schema is a new one that shares the unchanged nodes:
// [Schema.Unfold], [Schema.StripValueValidations], [Schema.StripNullable],
// [MapDefaults].
//
// [Schema.Field] returns the schema of a field of an object. All walks over objects
// use it.
//
// # Values
//
// Values are nil, bool, string, int64, float64, map[string]any and []any.
// [Normalize] converts other Go values into these and bounds their depth and
// number. Call it once for each value from outside. No function panics on a
// normalized value or recurses along it without bound. [Equal] compares values and
// [Clone] copies them.
//
// # Errors
//
// A verdict is data: [Errors], sorted, each [Error] with its [Path], [Kind], [field.Code]
// and value. The texts are the server's and not covered by the compatibility
// promise; paths, kinds and codes are. The text of all errors of one call is
// bounded by 4 MiB: a last error of the kind [field.Internal] counts those that are not
// listed.
//
// # Differences from upstream
//
//   - All errors of a schema are reported. The server's conversion stops at the
//     first one; here the rest of the schema is read and checked.
//   - Errors are sorted by path instead of text, and indices by number.
//   - Schemas nested deeper than 10,000 levels are rejected.
//   - The number of errors is bounded by their text.
//
// Rules: Kubernetes documentation, "Extend the Kubernetes API with
// CustomResourceDefinitions"; k8s.io/apiextensions-apiserver/pkg/apiserver/
// schema; k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
package structural
