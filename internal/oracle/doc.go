// Package oracle holds the differential tests: each runs the reference
// implementation, Kubernetes' own k8s.io/apiextensions-apiserver, and this
// project on the same input and compares their answers. README.md shows how to add
// one.
//
// The comparisons are this package's tests, one file each, named after what they
// compare (versionpriority_test.go). They use these packages:
//
//   - corpus loads definitions and objects from files;
//   - generate (of the main module) generates and damages schemas and objects,
//     mutate edits schemas, both seeded;
//   - upstream calls the reference on copies of its arguments;
//   - parity runs the cases, compares, counts and reports;
//   - ratio measures speed and memory side by side;
//   - live runs the real server in the test process, for answers that no function
//     of the reference returns. It links etcd and is slow to build, so only its
//     own tests import it.
//
// This is a nested module, so that the library cannot import Kubernetes by
// accident.
package oracle
