// Package served compares crdserver with the reference server: sequences of requests to both, answer by
// answer. It also checks the answers that the tests of examples/apiserver expect: they are the reference's.
package served
