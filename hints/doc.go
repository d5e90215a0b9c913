// Package hints suggests changes to a CustomResourceDefinition that a Kubernetes API
// server rejects. The server has no hints, and its error texts are not changed.
//
//	result, err := crdschema.ValidateDefinition(ctx, crd, nil)
//	…
//	for i, hint := range hints.ForAll(crd, result.Errors) {
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
// # Which errors have hints
//
// Every error of structural.Check and structural.CheckKeywords has one, and so
// have the usual errors of everything else in a crd. [For] reports whether there
// is one, [ForAll] leaves the Text of others empty.
//
// # Several errors
//
// A hint is about one error. The edits of two hints may change the same value:
// apply one, validate again, and continue with the errors that are left. For the
// errors of structural.Check and structural.CheckKeywords this ends: none is left
// except those without edits.
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
