// Package embedders compares programs that link the reference for its stages with the calls
// of this project that replace them.
//
// Each of eleven projects has a file with a [project]: its calls of the reference, in its
// order and with its arguments, rewritten from its source, and the replacement. A
// comparison runs both on the same objects and ends with
//
//	parity embedder-<project>: cases=N equal=N listed=N diff=N
//
// It also compares the replacement with the server's answer to the whole request
// ([crdschema.Definition.Admit]), and prints the differences:
//
//	embedder-<project> against a server: same=N accepts=N rejects=N; <kind> N, …
//
// accepts counts the objects that the calls accept and the server rejects, rejects the
// opposite. testdata/kinds.txt has the kinds of differences, and docs/MIGRATING.md repeats
// them. To find the kind, the calls run again on an object after one step of the server:
// the step that makes the difference disappear is the kind.
//
// A difference is not a mistake: a program that checks CRDs may want to report fields that
// a server drops.
package embedders
