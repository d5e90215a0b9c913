// Package defaults prunes and checks the defaults of a schema, which become values of
// objects. The server checks them when a crd is written, and prunes them when it
// starts to serve the crd.
//
// # Prune, when serving
//
// The server puts every default at its path into an otherwise empty object, coerces
// the object's metadata, prunes its unknown fields, and uses the value that is then
// at the path. That drops a default for a field of object metadata that the server
// does not know, or that has another type.
//
// # Check, when writing
//
// Defaults of the root, items and properties are checked, a node before the nodes
// below it. Defaults under additionalProperties and the uniqueness of list elements
// are not checked. Outside of object metadata a default must have no unknown fields
// (except in an update of a crd that had such defaults), its embedded resources must
// have decodable and valid metadata, and it must be a valid value. Inside of
// apiVersion, kind and metadata of a resource, the default must give an otherwise
// empty resource valid metadata.
//
// Other packages check values and metadata; the caller passes their functions
// ([Checks]).
//
// No function changes a schema. All functions are safe for concurrent use.
package defaults
