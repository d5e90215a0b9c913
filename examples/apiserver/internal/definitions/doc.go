// Package definitions serves CustomResourceDefinitions, and the objects of those that are established.
//
// A [Store] keeps CRDs in etcd. Reads and watches are answered by the handlers of k8s.io/apiserver; each write
// is decided by Compiler.AdmitCRD or registry.DeleteCRD. A [Controller] follows the store, also what other
// servers write there: it does the work of the server's controllers (lifecycle.Reconcile and
// lifecycle.Finalize), compiles established CRDs to kinds of package custom, and tells a [Publisher].
// A [Handler] finds the kind that answers a request.
package definitions
