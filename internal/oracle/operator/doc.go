// Package operator runs a small operator with the client of controller-runtime, on the reference
// server and on the wrapped fake client. It compares errors, what the caller gets, and all stored
// objects after every step.
package operator
