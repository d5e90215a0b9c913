// Package hints suggests changes to a CustomResourceDefinition that a Kubernetes API
// server rejects. The server has no hints, and its error texts are not changed.
//
//	result, err := crdschema.ValidateDefinition(ctx, crd, nil)
//	…
//	given, err := hints.ForAll(ctx, crd, result.Errors)
//	…
//	for i, hint := range given {
//		fmt.Println(result.Errors[i], hint.Text)
//	}
//
// # What a hint is
//
// A [Hint] has a sentence for the author of the crd and, where the change is
// mechanical, the [Edit]s that make it, which [Hint.Apply] applies. A hint depends on
// the code of the error and on the crd: a schema without a type that has properties
// becomes an object, and a printer column of type "int" one of type "integer".
//
// Edits remove the error and change as little as possible. Only the author knows
// whether the result is what was intended; if there are several likely changes, a
// hint has a sentence and no edits.
//
// # What is lost
//
// Edits keep what the author meant as far as a crd can say it. A default "3" of an
// integer becomes 3, and what a branch of anyOf declares is declared outside of it,
// while the branch keeps its restrictions. What the edits cannot keep, Text names and
// [Hint.Loses] locates: all that the crd declares, requires, defaults and restricts is
// in the edited crd, too, or it is in Loses.
//
// A misspelling is corrected if only one known name resembles the wrong one, word by
// word, and is not used beside it.
//
// # Which errors have hints
//
// Every error of structural.Check and structural.CheckKeywords has one, and so
// have the usual errors of everything else in a crd. [For] reports whether there
// is one, [ForAll] leaves the Text of others empty.
//
// # Several errors
//
// A hint is about one error. The edits of two hints may change the same value:
// apply one, validate again, and continue with the errors that are left. This ends, with
// at most one step for each error: edits always change the crd, and the error does not
// come back. Only errors about the estimated cost of rules may remain after the edits,
// which add limits, and have no more edits then. Errors that were hidden by others
// appear on the way: the server checks defaults and rules of structural schemas only,
// and nothing of a crd that it cannot decode.
//
// # Sharing and concurrency
//
// Functions do not write to the crd. Edits and what [Hint.Apply] returns share
// values with it: treat all of them as read-only. Everything here is safe for
// concurrent use. A crd that is not a JSON value has no hints.
//
// # Stability
//
// The package is not part of the stable core and may still change. The texts of
// hints and their edits improve from release to release: do not compare them.
package hints
