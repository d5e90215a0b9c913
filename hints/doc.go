// Package hints suggests changes to a CustomResourceDefinition that a Kubernetes API server
// rejects. The server does not give hints, and its error texts are not changed.
//
//	result, err := crdschema.ValidateCRD(ctx, crd, nil)
//	…
//	given, err := hints.ForAll(ctx, crd, result.Errors)
//	…
//	for i, hint := range given {
//		fmt.Println(result.Errors[i], hint.Text)
//	}
//
// explain.CRD has one hint for each cause of a whole answer, also if the server cannot read the
// CRD or drops fields.
//
// # What a hint is
//
// A [Hint] has a sentence for the author of the CRD and, for mechanical changes, the [Edit]s
// that make them. It depends on the code of the error and on the CRD: a schema without a type
// that has properties becomes an object, and a printer column of type "int" one of type
// "integer".
//
// A misspelled field or function in a rule, or an operator of another language, is corrected if
// the rule compiles then. A rule that is too expensive gets the limits with which it fits.
//
// Edits remove the error and change as little as possible. If several changes are likely, a
// hint has a sentence and no edits. A misspelling is corrected if only one known name
// resembles the wrong one, word by word, and is not used in the same object. Only the author
// knows whether the result is what was intended.
//
// # What is lost
//
// Edits keep the author's intent as far as a CRD can say it. A default "3" of an integer
// becomes 3, and the declarations in a branch of anyOf move outside, while the branch keeps
// its restrictions. Everything that the CRD declares, requires, defaults and restricts is
// also in the edited CRD, or it is in [Hint.Loses].
//
// # Which errors have hints
//
// Every error of structural.Check and structural.CheckKeywords has one, and so have the usual
// other errors of a CRD.
//
// # Several errors
//
// The edits of two hints may change the same value: apply one, validate again, and continue
// with the remaining errors. An error does not come back. Errors that were hidden by others
// appear on the way. The edits of the error about the cost of all rules are for the most
// expensive rules, too.
//
// # Sharing and concurrency
//
// Functions do not write to the CRD. Edits and the results of [Hint.Apply] share values with
// it: treat all of them as read-only. Everything here is safe for concurrent use. A CRD that
// is not a JSON value gets no hints.
//
// # Stability
//
// The package is not part of the stable core and may still change. The texts of hints and
// their edits improve from release to release: do not compare them.
package hints
