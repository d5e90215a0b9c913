// Package openapi compares published documents with the reference's: OpenAPI v2 and v3 of
// every version, the set of published versions, and merged documents. It checks that other
// tools accept the documents, and compares schemas read from documents and conversions from
// and to kube-openapi.
package openapi
