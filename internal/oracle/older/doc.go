// Package older compares with a server of Kubernetes 1.35, the last minor version that
// reads formats and ranges of numbers in another way than the version of the oracle. It is
// a module of its own, since a program has one version of each module.
//
// The sources of versions back to 1.31 have the same rules for numbers, so one of them is
// enough. The formats of earlier versions are those that 1.35 has for their compatibility
// versions.
package older
