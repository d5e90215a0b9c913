// Package jsonpatch applies patches to the JSON text of an object as a Kubernetes API
// server does: JSON patches (RFC 6902) and merge patches (RFC 7386). It accepts what the
// server's package gopkg.in/evanphx/json-patch.v4 accepts, and returns the same text. It
// does not use that package, because it bounds copies by a global variable, crashes on
// some patches, and takes time proportional to the product of size and depth.
//
// # Differences from the RFCs
//
//   - Negative indices count from the end of a list. "-" is an index for add only.
//   - Text before the first slash of a path is ignored: "a/b" is "/b".
//   - replace sets a field that is missing; copy of a missing field copies null; test of
//     a missing field succeeds for null. remove of a missing field is an error.
//   - The whole document can be replaced and tested, but not removed or added to.
//   - test compares scalars by their text: 1 and 1.0 differ, and so do "a" and "\u0061".
//   - A merge patch removes null fields at any depth, also in objects in new lists, but not
//     where a list replaces an object.
//
// # Text
//
// Values that a patch does not touch keep their text: the order of fields, repeated
// fields, and the spelling of numbers and strings. Objects on the way to a change have
// sorted fields, each once. White space is dropped, and characters are escaped as by
// encoding/json.
//
// # Limits
//
// [Patch.Apply] copies at most 3 MiB in all, and fails if the result is nested more than
// 10,000 levels below its root. Time and memory are linear in the sizes of both texts,
// which must be valid JSON, and of the copies. Lists are held in chunks: an operation
// moves at most 2,048 elements, and looks at each chunk of the list that it reads or
// changes.
package jsonpatch
