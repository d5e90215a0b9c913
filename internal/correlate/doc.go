// Package correlate finds the old value that belongs to each part of a new one
// and tells whether the two are the same, as a Kubernetes API server does when
// it decides which errors of an update were there before (ratcheting).
//
// # Which old value
//
//   - Of a field of an object: the old object's field of that name, if the
//     schema declares the field or has a schema for additional fields.
//   - Of an element of a list of type map: the first old element with the same
//     keys. Every key must be there and be a bool, a number or a string.
//   - Of an element of any other list: none.
//
// A part without an old value has no [Node], and neither has anything below.
//
// # What is the same
//
// Two nulls, two equal scalars, where 1 and 1.0 are different. Two objects with
// the same number of fields if every new field has an old value and is the same
// as that; so an object with a field that the schema does not know is never the
// same. Two lists of type map of the same length if every new element has an
// old one and is the same as that, in whatever order. Two other lists if they
// are equal altogether, whatever the schema says of their elements.
//
// # Use
//
// A walker that meets an error goes from [Start] to the place of the error, by
// [Node.Key] and [Node.Index], and asks [Node.Equal]. Walkers that ask about
// many places keep the nodes on the way: then a part of a value is compared
// twice at most, in whatever order they ask, for nodes know from each other
// which parts are the same and where one differs.
//
// Rule: k8s.io/apiserver/pkg/cel/common, CorrelatedObject and MakeMapList.
package correlate
