// Package crd holds the one model of CustomResourceDefinitions: their fields
// ([CRD]), the reader of them ([Read]), the types of the fields ([V1]), and what
// differs in apiextensions.k8s.io/v1beta1.
//
// Read takes a normalized manifest, of v1 or v1beta1, and reads all of it but
// the schemas, with the server's defaults. It reports values of wrong types.
// Everything else is up to callers: [Serving] reports what keeps a server from
// serving objects, and package validate checks a crd that is written. Callers
// that read fewer fields ignore the errors of other fields, see [Paths.Of].
//
// Nothing is written to a manifest. What is returned shares schemas and strings
// with it.
package crd
