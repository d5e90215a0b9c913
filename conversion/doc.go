// Package conversion converts objects between the versions of a
// CustomResourceDefinition, as a Kubernetes API server does or as it asks a
// conversion webhook to do. It neither opens connections nor knows of any:
// package conversion/webhook does.
//
// # Converters
//
// A [Converter] takes objects to a version. There are four kinds:
//
//   - [None] changes the apiVersion and nothing else.
//   - [Func] is a function for one object, [Chain] a set of them between pairs
//     of versions, joined by the shortest way.
//   - [Declare] makes a converter of data: moved, renamed, split and joined
//     fields, constants and exchanged values.
//   - A client of package conversion/webhook asks a webhook.
//
// # The server's side
//
// [Kind] stands between a server and a converter, and lets nothing pass that a
// server would not let pass, in these steps:
//
//  1. The group must be the same, and both versions be declared, served or not;
//     in a list, those of all its items.
//  2. What has the version already is not converted. An object with nothing but
//     apiVersion and kind changes its apiVersion only.
//  3. There must be one object for each, in the same order, with the version
//     asked for and the same kind, name, namespace and UID ([Accept]).
//  4. Of the metadata labels and annotations are taken from the converted
//     object, and checked if they changed. Everything else stays what it was,
//     whatever the converter made of it.
//
// Nothing is pruned, defaulted or validated; a server does that before and
// after. [Review] is the exchange with a webhook, message by message.
//
// # The webhook's side
//
// [Respond] answers a ConversionReview with a converter, so that the answer
// passes all of the above. [RoundTrip] looks for data that a converter loses, with
// objects of the caller's or of package conversion/samples.
//
// # Sharing and concurrency
//
// Objects are JSON values as structural.Normalize leaves them. Nothing is
// written to: what a conversion does not change is returned as it came, the
// very same maps, and what it changes is new and shares the rest with the
// input. Treat both as read-only, or copy them with structural.Clone.
// Converters made here are immutable and safe for concurrent use. Either all
// objects of a call are converted or none is returned.
//
// # Differences from upstream
//
//   - Of several labels or annotations that are wrong the first in byte order
//     is reported, and errors are sorted.
//   - An object without a kind in a webhook's answer is quoted as JSON with
//     sorted names, not byte by byte.
//   - Of several fields of an answer that have a wrong type the first in the
//     order of the API's documentation is reported, not that of the answer.
//
// Rules: Kubernetes documentation, "Versions in CustomResourceDefinitions";
// k8s.io/apiextensions-apiserver/pkg/apiserver/conversion.
package conversion
