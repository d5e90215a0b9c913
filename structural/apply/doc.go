// Package apply merges and compares objects by the schema of a crd, as a Kubernetes API
// server does for server-side apply.
//
// [Diff] returns the differences of two objects, with the elements of keyed lists compared
// by their keys.
//
// No function writes to its arguments, and all are safe for concurrent use. Results share
// values with the arguments.
//
// The package is not part of the stable core and may still change.
package apply
