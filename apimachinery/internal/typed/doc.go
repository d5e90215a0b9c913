// Package typed tests package apimachinery with the Go types of CRDs. It is a module of its
// own, so that package apimachinery does not require k8s.io/apiextensions-apiserver.
package typed
