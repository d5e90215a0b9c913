// Package crds serves CustomResourceDefinitions and does the work of their controllers: it
// reconciles the status of a written CRD (lifecycle.Reconcile), compiles an established one for
// requests, and deletes the objects of a CRD that is being deleted.
//
// The controllers run inside of the request that wrote, after its write: when it is answered, a new
// CRD is established and served.
package crds
