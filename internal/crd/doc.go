// Package crd holds the one model of CustomResourceDefinitions: their fields ([CRD]), the
// reader of them ([Read]), and what differs in apiextensions.k8s.io/v1beta1. Package gotype
// has the types of the fields.
//
// Read takes a normalized CRD, of v1 or v1beta1, and reads all of it except the schemas,
// with the server's defaults. It reports values of wrong types and nothing else: [Serving]
// reports what keeps the server from serving objects, and package validate checks a CRD
// that is written. A caller that needs fewer fields says which ones, as [Paths]: values of
// wrong types in others are ignored.
//
// No function writes to a CRD. Results share schemas and strings with it.
package crd
