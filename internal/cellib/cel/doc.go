// Package cel has the values that the Kubernetes libraries of CEL add to the
// language, without their functions: quantities, addresses, networks, URLs,
// versions and named formats.
//
// Its name, and those of its types, are those of the server's, because errors
// show them: an index that cannot be one is an "invalid qualifier type: cel.IP".
//
// Methods without a comment are those of ref.Val.
//
// All values but [Quantity] are immutable; a quantity belongs to one evaluation.
package cel
