// Package aggregation runs examples/apiserver behind the aggregation layer of kube-apiserver 1.37. The
// commands of examples/apiserver/README.md register the program: its test runs them. It builds Kubernetes first. The
// first build takes a quarter of an hour on two cores:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./aggregation
package aggregation
