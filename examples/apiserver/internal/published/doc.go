// Package published keeps the documents about what a server serves: discovery in both forms, and OpenAPI. Their
// content comes from packages lifecycle, openapiv2 and openapiv3; k8s.io/apiserver negotiates, caches and sends it.
package published
