// Package integration runs the integration tests of the reference against crdserver. The tests are in
// the module cache, in k8s.io/apiextensions-apiserver/test/integration. The test copies them and
// replaces the server in their fixtures. It takes nine minutes on two cores:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./integration
//
// testdata/failures.yaml names each test that does not pass, and why.
package integration
