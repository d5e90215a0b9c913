// Package status declares the answer of a server to a request that it rejects, the Status
// of the group version v1, and builds the answers that the server gives.
//
// A [Status] is a value and an error. [Resource] builds the answers about one object: not
// found, conflict, forbidden, invalid. The functions build the answers about a request: a
// body that cannot be decoded, a media type that the server does not read. The texts and
// reasons are the server's. They are written here and nowhere else, except the errors of an
// invalid object: package structural and its neighbors find them.
//
// # Sharing and concurrency
//
// A Status is plain data. The functions keep no argument except the values of errors.
//
// # Stability
//
// This package may still change: see docs/COMPATIBILITY.md.
package status
