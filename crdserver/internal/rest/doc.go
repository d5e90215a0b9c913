// Package rest carries out the verbs of the API for any kind: it reads a request with package httpapi
// in the order of a server, asks the [Kind] for the decision, writes the decision to the store, and
// answers. It does not know what a kind is: custom resources, CRDs and namespaces are kinds.
//
// A decision is made without a lock, about an object as it was read. If another write came in
// between, the verb reads and decides again.
package rest
