// Package openapi makes the OpenAPI documents of the built-in kinds, in versions 2 and 3, of what is published
// about them (package published).
//
// The schemas are the published ones without descriptions. The paths are reduced to what
// kubectl reads: the kind of each operation, its parameters in the query, and the types of patches. Parameters have
// no descriptions and operations no identifiers, so that the documents are small.
package openapi
