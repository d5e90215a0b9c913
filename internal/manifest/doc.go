// Package manifest reads CustomResourceDefinition objects: from the manifest
// map to what the rest of the module needs to know, located where it stands.
//
// Read takes a definition as a server serves it, one that passed all checks
// when it was written. It understands apiextensions.k8s.io/v1 and, as servers
// still hold such objects, v1beta1 with its shared schema, subresources and
// defaults. It looks at nothing that serving objects does not need.
//
// A Definition shares its schemas and strings with the manifest and is not
// changed after Read.
package manifest
