// Package lint finds what is surely wrong in a CustomResourceDefinition that a Kubernetes API
// server accepts. Its findings are warnings, never errors.
//
//	found, err := lint.CRD(ctx, crd)
//	…
//	for _, f := range found {
//		fmt.Print(f) // what is wrong, where, what to do, and edits
//	}
//
// # What is found
//
// The constants of type [Code] say what is found. docs/ERRORS.md has them, too.
//
// A rule is judged by the values that its comparisons distinguish. A rule that reads more than
// a few fields, or calls other functions, is not judged.
//
// Package explain says what to do about a CRD that the server rejects.
//
// # Sharing and concurrency
//
// Functions do not write to the CRD, and are safe for concurrent use. Edits share values with
// it.
//
// # Stability
//
// The package is not part of the stable core and may still change. Codes stay, others are added.
package lint
