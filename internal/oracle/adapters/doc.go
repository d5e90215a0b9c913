// Package adapters checks at compile time and with real requests that package apimachinery
// has the methods of the interfaces of k8s.io/apiserver and of controller-runtime. Package
// apimachinery does not import them. The results of the methods are compared with the
// reference in package oracle.
package adapters
