// Package embedders compares programs that link the reference for its stages with the calls
// of this project that replace them.
//
// For each of eleven projects there is a file named after it, with a [project]: the calls
// of the reference that the project makes, in its order and with its arguments, written
// anew after reading its source, and the replacement. A comparison runs both on the same
// objects and ends with
//
//	parity embedder-<project>: cases=N equal=N listed=N diff=N
//
// It also compares the replacement with the whole request ([crdschema.Definition.Admit]),
// whose answer is the server's, and prints a line about what the server does and the calls
// do not:
//
//	embedder-<project> against a server: same=N accepts=N rejects=N; <kind> N, …
//
// accepts counts the objects that the calls accept and the server rejects, rejects the
// opposite. The kinds of differences are those of testdata/kinds.txt, which
// docs/MIGRATING.md repeats. A difference is attributed to a kind by trying: the calls run
// again on an object to which one step of the server was applied, and the step that makes
// the difference disappear is the kind.
//
// A difference is not a mistake: a program that checks manifests may want to report what a
// server drops.
package embedders
