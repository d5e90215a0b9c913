// Package served compares crdserver with the reference server: sequences of requests to both, answer by
// answer.
package served
