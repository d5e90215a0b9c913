// Package kubectl runs an unmodified kubectl 1.37 against crdserver, examples/apiserver and kube-apiserver, and
// compares what it prints. It reaches examples/apiserver directly, through kube-aggregator, "kubectl proxy" and a
// SOCKS5 proxy. testdata/commands.yaml has the commands. It builds Kubernetes first. The first build takes a
// quarter of an hour on two cores:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./kubectl
package kubectl
