// Package integration runs the reference's own integration tests against crdserver: those of
// k8s.io/apiextensions-apiserver/test/integration, from the module cache, with the server of their
// fixtures replaced. It needs some minutes:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./integration
//
// testdata/failures.yaml names each test that does not pass, and why.
package integration
