// Package attack is an attack on this library through its public functions: tests that take
// minutes, need child processes with limits, and would be in the way of the tests of single
// packages. README.md says how to run it and what it asserts.
//
// Calls go through reflection, see call_test.go, so that a function that begins to take a
// context or to return an error needs no change here.
package attack

//go:generate go run ./listing/write
