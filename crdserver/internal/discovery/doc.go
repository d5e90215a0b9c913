// Package discovery writes the documents about a server: its groups in both forms, its OpenAPI
// documents, its version and its health.
package discovery
