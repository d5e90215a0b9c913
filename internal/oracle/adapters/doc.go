// Package adapters checks at compile time and with real requests that package
// apimachinery has the methods of the interfaces of k8s.io/apiserver and of
// controller-runtime, which it does not import. What the methods return is compared with
// the reference in package oracle.
package adapters
