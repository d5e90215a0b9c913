// Package defaults prunes and checks the defaults of a schema, which are values
// that become parts of objects: a server prunes them when it begins to serve a
// definition, and checks them when the crd is written.
//
// # Prune, when serving
//
// Every default is put into an otherwise empty object at its path, the object's
// metadata is coerced and its unknown fields are pruned, and the value that is at
// the path then is the default to use. A default may disappear: one for a field of
// object metadata that the server does not know or of another type than it
// expects.
//
// # Check, when writing
//
// Defaults of the root, items and properties are checked, a node before the nodes
// below it; neither those under additionalProperties nor the uniqueness of list
// elements is. Outside of object metadata a default must have no unknown fields
// (except in definitions written long ago), its embedded resources must have
// decodable and valid metadata, and it must be a valid value. Inside of
// apiVersion, kind and metadata of a resource the default must make a resource with
// valid metadata out of an otherwise empty one.
//
// Other packages check values and metadata; the caller passes their functions
// ([Checks]).
//
// Schemas are never changed. All functions are safe for concurrent use.
package defaults
