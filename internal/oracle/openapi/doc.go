// Package openapi compares published documents with the documents of the reference: OpenAPI
// v2 and v3 of every version, which versions are published, merged documents, and whether
// other tools accept ours. It also compares the schemas that are read from documents, and
// conversions of schemas from and to kube-openapi.
package openapi
