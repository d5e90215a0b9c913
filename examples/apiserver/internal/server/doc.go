// Package server builds a generic API server of k8s.io/apiserver that serves CustomResourceDefinitions.
//
// [Start] starts etcd in the process unless an address is given, makes certificates, loads CRDs and serves until
// its context is done; [Server.Wait] returns when all requests have ended. Users have certificates of the
// server's authority, or come through a front proxy that names them in headers. The group system:masters may do
// everything. Another server decides about others (SubjectAccessReview); without one they may do nothing. The
// namespaces, admission policies and admission webhooks of a cluster decide about objects, if its kubeconfig is given.
package server
