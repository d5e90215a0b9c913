// Package schemacheck checks one schema as the server does when a CRD is written, in the
// server's order:
//
//  1. whether it is structural;
//  2. if it is, its defaults, as values of their schemas;
//  3. its keywords;
//  4. if 1 and 2 found no errors, its validation rules and their costs.
//
// It checks defaults itself and prunes them; structural, structural/validation and celrules check
// the rest.
//
// # Defaults, when a CRD is written
//
// Defaults of the root, items and properties are checked, outer nodes first. Defaults under
// additionalProperties and the uniqueness of list elements are not checked. Outside object
// metadata a default must not have unknown fields (except in an update of a CRD that had
// such defaults), its embedded resources must have decodable and valid metadata, and it
// must be a valid value. Inside apiVersion, kind and metadata of a resource, the default
// must give an otherwise empty resource valid metadata.
//
// # Defaults, when a CRD is served
//
// The server puts every default at its path into an otherwise empty object, coerces the
// object's metadata, prunes its unknown fields, and uses the resulting value at the path.
// That drops a default for a field of object metadata with an unknown name or a wrong type.
//
// All functions are safe for concurrent use. Errors are about the context or the budget,
// unless a function says otherwise.
//
// Rule: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation,
// validateCustomResourceDefinitionValidation.
package schemacheck
