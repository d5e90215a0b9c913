// Package hints says what to change in a CustomResourceDefinition that a
// Kubernetes API server rejects. The hints are ours: the server gives none, and
// its own error texts stay as they are.
//
//	result, err := crdschema.ValidateDefinition(crd, nil)
//	…
//	for i, hint := range hints.ForAll(crd, result.Errors) {
//		fmt.Println(result.Errors[i], hint.Text)
//	}
//
// # What a hint is
//
// A [Hint] has a sentence for the author of the crd and, where the change is
// mechanical, the [Edit]s that make it; [Hint.Apply] makes them. An error is
// looked up by its code, and then the crd around it decides: a schema without a
// type that has properties becomes an object, a printer column of type "int" one
// of type "integer".
//
// Edits remove the error and lose as little as they can. Whether the result is
// what the author meant, only the author knows; where that is open, a hint has a
// sentence and no edits.
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
