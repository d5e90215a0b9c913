// Package aggregation runs examples/apiserver and crdserver behind the aggregation layer of kube-apiserver 1.37. The
// commands of "Behind a cluster" in the README of each register it: the tests run them. Policies and webhooks of the
// cluster decide about the objects of examples/apiserver. That program also runs with the etcd of kube-apiserver. The tests
// build Kubernetes first. The first build takes a quarter of an hour on two cores:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./aggregation
package aggregation
