// Package builtin makes the files with which crdserver serves built-in kinds, from what Kubernetes
// publishes: the lists of resources and the OpenAPI documents in module k8s.io/kubernetes, and the Go types
// of k8s.io/api for bodies in protobuf.
//
//	cd internal/oracle && go run ./builtin/write
//
// writes them again. A test compares them with what the program writes.
package builtin
