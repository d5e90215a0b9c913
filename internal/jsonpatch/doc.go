// Package jsonpatch applies patches to the JSON text of an object as a Kubernetes API
// server does: JSON patches (RFC 6902) and merge patches (RFC 7386). What it accepts and
// the text that it returns are those of gopkg.in/evanphx/json-patch.v4, which the server
// uses; the oracle compares both. That package is not used here: it bounds copies by a
// variable of the whole process, some patches crash it, and it reads every level of a
// document again, so that its time grows with the product of size and depth.
//
// # What differs from the RFCs
//
//   - Negative indices count from the end of a list. "-" is an index for add only.
//   - What comes before the first slash of a path is not read: "a/b" is "/b".
//   - replace sets a field that is missing; copy of a missing field copies null; test of
//     a missing field succeeds for null. remove of a missing field is an error.
//   - The whole document can be replaced and tested, but not removed or added to.
//   - test compares scalars by their text: 1 and 1.0 differ, and so do "a" and "\u0061".
//   - A merge patch removes null fields at any depth, also in objects that are elements
//     of a list that is new, but not where a list replaces an object.
//
// # Text
//
// What a patch does not touch keeps its text: the order of fields, repeated fields,
// numbers and strings as they were written. Objects on the way to what a patch changes
// have sorted fields, each once. White space is dropped, and <, >, & and the line
// separators of Unicode are escaped, as encoding/json does.
//
// # Limits
//
// A document and the texts of patches must be valid JSON, which limits their depth to
// 10,000. [Patch.Apply] copies at most 3 MiB in all, and fails if the result is nested more
// deeply than 10,000 levels below its root. Time and memory are linear in the sizes of
// both texts and what is copied. Lists are held in chunks: an operation moves at most 2,048
// elements, and looks at each chunk of the list in which it finds, inserts or removes one.
package jsonpatch
