// Package status declares the answer of a server to a request that it rejects, the Status of
// the group version v1, and builds the answers that the server gives.
//
// A [Status] is a value and an error. The methods of [Resource] return the answers about one
// object: not found, conflict, forbidden, invalid. Most functions return the answer about a
// request: a body that cannot be decoded, a media type that the server does not read.
// [NotDecodable] and [StrictDecoding] return texts. Texts and reasons are the server's.
//
// In arguments, key is the key of the object in storage, revision its resourceVersion, and
// why the reason.
//
// # Sharing and concurrency
//
// A Status is plain data. The functions keep no argument except the values of errors.
//
// # Stability
//
// This package may still change: see docs/COMPATIBILITY.md.
package status
