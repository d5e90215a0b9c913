// Package defaults prunes and checks the defaults that stand in a schema. They
// are values that nobody sent, but they become parts of objects: a server
// prunes them when it begins to serve a definition, and checks them when the
// definition is written.
//
// # Prune, when serving
//
// Every default is put where it would stand in an otherwise empty object, the
// object's metadata is coerced and its unknown fields are pruned, and what then
// stands in that place is the default to use. A default may vanish that way:
// one for a field of object metadata that the server does not know or of
// another type than it expects.
//
// # Check, when writing
//
// Defaults of the root, items and properties are checked, a node before what is
// below it; those under additionalProperties are not, nor is the uniqueness of
// list elements. Outside of object metadata a default must have no unknown
// fields (definitions written long ago excepted), its embedded resources must
// have decodable and valid metadata, and it must be a valid value. Inside of
// apiVersion, kind and metadata of a resource the default must make a resource
// with valid metadata out of an otherwise empty one.
//
// Checking values and metadata is the business of other packages, which the
// caller passes as functions (Checks).
//
// Schemas are never changed. All functions are safe for concurrent use.
package defaults
