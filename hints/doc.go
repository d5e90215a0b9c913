// Package hint says what change would satisfy a server that refuses the
// manifest of a CustomResourceDefinition. It has nothing to do with the words
// of the server, which stay as they are.
//
// For looks an error up by its kind, its place and how its detail starts, and
// then looks at what stands around the place: a schema without a type that has
// properties is an object, a column of type int is one of type integer. A hint is a sentence
// for whoever wrote the manifest and, where the change is mechanical, the edits
// that make it: [Apply] carries them out. Edits do what makes the error go away
// and lose as little as they can; whether they are what was meant, only the
// author knows. Where that is open, there is only a sentence.
//
// Every error of structural.Check and structural.CheckKeywords has a hint, and
// so have the usual errors of everything else in a definition.
//
// Hints are for one error each. The hints of several errors may touch the same
// place: apply them one by one and ask again in between.
//
// Paths are those of the manifest, which is not changed. Edits share values
// with it.
package hints
