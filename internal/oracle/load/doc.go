// Package load measures crdserver and examples/apiserver beside kube-apiserver with etcd on the same machine: a start, the creation
// of definitions and objects, lists, watches and memory. It builds Kubernetes first. The first build takes a
// quarter of an hour on two cores:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./load
//
// It prints a table for the README of each. Times of one machine are noise; the ratios are what counts.
package load
