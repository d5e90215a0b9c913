// Package suites runs the envtest suites of other projects against crdserver, unmodified. The suites
// are in the module cache: controller-runtime, the CEL tests of gateway-api, and the operators LeaderWorkerSet
// and JobSet. testdata/suites.yaml names each spec that does not pass, and why. It takes half an hour:
//
//	ORACLE_FULL=1 go test -count=1 -v -timeout 90m ./suites
//
// With ENVTEST_ASSETS, a folder with the kube-apiserver and etcd of Kubernetes, each suite runs with them
// too, and its seconds are printed beside the others.
package suites
