// Package oracle holds the differential tests: each runs the reference
// implementation, Kubernetes' own k8s.io/apiextensions-apiserver, and this
// project on the same input and compares what they say. README.md shows how to
// add one.
//
// The comparisons are this package's tests, one file each, named after what
// they compare (versionpriority_test.go). What they are made of:
//
//   - corpus loads definitions and objects from files;
//   - generate (of the main module) makes schemas and objects and damages them,
//     mutate edits schemas, both seeded;
//   - upstream calls the reference on copies of its arguments;
//   - parity runs the cases, compares, counts and reports;
//   - ratio measures speed and memory side by side;
//   - live runs the real server in the test process, for what no function of
//     the reference answers. It links etcd and is slow to build, so only its own
//     tests import it.
//
// This is a module of its own, so that nothing of Kubernetes can get into the
// library by accident.
package oracle
