// Package structural reads, checks and holds the schemas of custom resources.
// It is the ground the other packages stand on: the schema tree, typed paths,
// errors that print a Kubernetes 1.37 API server's words, and the JSON values
// that all of them work on. It imports the standard library only.
//
// # From a manifest to a schema
//
// A server takes the schema of a definition through four gates, each in one
// function here or elsewhere in this module:
//
//  1. Decoding. A keyword with a value of the wrong JSON type makes a server
//     refuse the whole manifest; an unknown keyword is dropped with a warning,
//     or refused under strict field validation. [FromMap] reports the former as
//     [Undecodable] and the latter as [UnknownField].
//  2. Conversion into a structural schema. [FromMap] reports what cannot be
//     converted as [Forbidden], and reads the rest.
//  3. The structural rules: [Check]. If they hold, the schema's own defaults
//     are checked, which needs pruning and validation and is done elsewhere.
//  4. The keyword rules: [CheckKeywords], and for a definition with a status
//     subresource [CheckStatusRoot]. They apply whatever came of 2 and 3.
//
// When a definition is written, the problems of gate 2 are shown only if
// nothing else is wrong, since gate 4 says the same in other words. Validation
// rules are compiled only if gates 2 and 3 let the schema through.
//
// When a definition is served nothing is checked again: FromMap alone gives the
// schema to serve with.
//
// # Schemas
//
// A [Schema] is one node with everything below it. It is immutable and safe for
// concurrent use, refers to nothing of the map it was read from but strings,
// and hands out copies. The nil schema specifies nothing and all methods work
// on it. A changed schema is a new one that shares the untouched nodes:
// [Schema.Unfold], [Schema.StripValueValidations], [Schema.StripNullable],
// [MapDefaults].
//
// Which schema governs a field of an object is decided by [Schema.Field], for
// every walk.
//
// # Values
//
// Values are nil, bool, string, int64, float64, map[string]any and []any.
// [Normalize] makes them so and bounds their depth and number, once, where they
// enter; no function behind it panics on or recurses without bound along a
// normalised value. Values are compared with [Equal] and copied with [Clone].
//
// # Errors
//
// What is wrong with an input is data: [Errors], sorted, each [Error] with its
// [Path], [Kind] and value. The texts are the server's and are no part of the
// compatibility promise; paths and kinds are. The text of all errors of one
// call is bounded; past the bound a last error of the kind [Internal] counts
// those that are not listed.
//
// # Names
//
// The functions from [CheckDNS1123Label] to [CheckPort] say what is wrong with
// a name, with a list of texts instead of errors: names stand in many places.
//
// # Differences from upstream
//
//   - All problems of a schema are reported where the conversion of a server
//     stops at the first one, and the rest of the schema is read and checked.
//   - Errors are sorted by path instead of text; indices by number.
//   - Schemas nested deeper than 10,000 levels are refused.
//   - The number of errors is bounded by their text (see above).
//
// Rules: Kubernetes documentation, "Extend the Kubernetes API with
// CustomResourceDefinitions"; k8s.io/apiextensions-apiserver/pkg/apiserver/
// schema; k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
package structural
