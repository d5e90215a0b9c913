// Package defaults prunes and checks the defaults of a schema before they become values of
// objects. The server checks them when a CRD is written, and prunes them when it starts to
// serve the CRD.
//
// # Prune, when serving
//
// The server puts every default at its path into an otherwise empty object, coerces the
// object's metadata, prunes its unknown fields, and uses the resulting value at the path.
// That drops a default for a field of object metadata with an unknown name or a wrong type.
//
// # Check, when writing
//
// Defaults of the root, items and properties are checked, outer nodes first. Defaults under
// additionalProperties and the uniqueness of list elements are not checked. Outside object
// metadata a default must not have unknown fields (except in an update of a CRD that had
// such defaults), its embedded resources must have decodable and valid metadata, and it
// must be a valid value. Inside apiVersion, kind and metadata of a resource, the default
// must give an otherwise empty resource valid metadata.
//
// Other packages check values and metadata; the caller passes their functions ([Checks]).
//
// All functions are safe for concurrent use. Errors are about the context or the budget,
// unless a function says otherwise.
package defaults
