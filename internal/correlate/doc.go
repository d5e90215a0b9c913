// Package correlate finds the old value that corresponds to each part of a new one, and
// compares the two, as a Kubernetes API server does to decide which errors of an update the
// old object already had (ratcheting).
//
// # Correlation
//
//   - For a field of an object: the old object's field of that name, if the schema
//     declares the field or has a schema for additional fields.
//   - For an element of a list of type map: the first old element with the same
//     keys. Every key must be present and be a bool, a number or a string.
//   - For an element of any other list: none.
//
// A part without an old value does not have a [Node], and neither does anything below it.
//
// # Equality
//
// Two nulls are equal, and scalars are equal if type and value are: 1 and 1.0 differ. Two
// objects are equal if they have the same number of fields and every new field has an equal
// old value; so an object with a field outside the schema never equals another one. Two
// lists of type map are equal if they have the same length and every new element has an
// equal old one, in any order. Two other lists are equal if they are the same JSON,
// whatever the schema says about their elements.
//
// # Use
//
// A walk that finds an error goes from [Start] to its path, by [Node.Key] and [Node.Index],
// and calls [Node.Equal]. Walks that keep the nodes on the way compare a part of a value at
// most twice.
//
// Rule: k8s.io/apiserver/pkg/cel/common, CorrelatedObject and MakeMapList.
package correlate
