// Package crd holds the one model of CustomResourceDefinitions: their fields ([CRD]), the
// reader of them ([Read]), what differs in apiextensions.k8s.io/v1beta1, and the form in
// which the server stores them ([StoredObject]). Package gotype has the types of the
// fields and says how each is stored.
//
// Read takes a normalized CRD, of v1 or v1beta1, and reads all of it except the schemas,
// with the server's defaults. It reports only values of wrong types, at the [Paths] that
// the caller needs: [Serving] reports what keeps the server from serving objects, and
// package validate checks a CRD that is written.
//
// No function writes to a CRD. Results share unchanged values with it.
package crd
