// Package integration runs the integration tests of the reference against crdserver and against the program of
// examples/apiserver. The tests are in the module cache, in k8s.io/apiextensions-apiserver/test/integration. The test
// copies them and replaces the server in their fixtures. It takes nine minutes on two cores for crdserver, and
// four for the other:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 60m ./integration
//
// testdata/crdserver.yaml and testdata/apiserver.yaml name each test that does not pass, or not always, and
// why.
package integration
