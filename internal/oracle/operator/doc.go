// Package operator runs a small operator with the client of controller-runtime on the reference
// server, on the wrapped fake client and on crdserver. It compares errors, what the caller gets, and
// all stored objects after every step, and prints the time of each step beside the others.
package operator
