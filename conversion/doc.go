// Package conversion converts objects between the versions of a CustomResourceDefinition as a
// Kubernetes API server does, and reads and writes the messages between the server and a
// conversion webhook. Package conversion/webhook opens the connections.
//
// # Converters
//
// A [Converter] converts objects to a version. There are four kinds:
//
//   - [None] sets the apiVersion and changes nothing else.
//   - [Func] is a function for one object. A [Chain] combines functions between
//     pairs of versions.
//   - Package conversion/declare makes a converter from data: moved, renamed,
//     split and joined fields, constants and mapped values.
//   - A client of package conversion/webhook calls a webhook.
//
// # What the server does
//
// [Kind] converts with a Converter and enforces what the server enforces:
//
//  1. The group must be the same, and both versions must be declared, served or
//     not. For a list this includes the versions of all its items.
//  2. Objects of the requested version are not converted. An object with only
//     apiVersion and kind only gets the new apiVersion.
//  3. The converter must return as many objects in the same order, with the
//     requested version and the same kind, name, namespace and UID ([Accept]).
//  4. Labels and annotations are taken from the converted object and validated if
//     they changed. All other metadata is restored from the original.
//
// Kind does not prune, default or validate objects; the server does so before and after the
// conversion.
//
// # What a webhook does
//
// [Respond] answers a ConversionReview with a converter such that the server accepts the
// answer. Package conversion/conversiontest finds data that a converter loses.
//
// # Sharing and concurrency
//
// Objects are normalized JSON values; see structural.Normalize. No function modifies its
// arguments. Objects that a conversion does not change are returned as the same maps; changed
// ones are new and share the rest with the input. Treat both as read-only, or copy them with
// structural.Clone. The converters of this package are immutable and safe for concurrent use.
// Every error of a call with a context may be about the context or the budget
// (structural.ErrTooMuchWork).
//
// # Differences from upstream
//
// Rows D14, D32, D36 and D37 of DEVIATIONS.md. Errors are sorted.
//
// Rules: Kubernetes documentation, "Versions in CustomResourceDefinitions";
// k8s.io/apiextensions-apiserver/pkg/apiserver/conversion.
package conversion
