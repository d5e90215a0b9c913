// Package fakeclient gives the fake client of controller-runtime the answers of a Kubernetes 1.37
// API server for custom resources. It is a module of its own, and it may still change.
//
// # Wrap
//
// [Wrap] takes the client that a test has and the definitions of its CRDs, and [MustWrap] panics
// where Wrap returns an error:
//
//	c := fakeclient.MustWrap(
//		fake.NewClientBuilder().WithScheme(scheme).WithObjects(objs...).Build(),
//		[]*crdschema.Definition{definition},
//		fakeclient.WithLog(t))
//
// The options of the builder keep their effect: WithObjects, WithIndex, WithRESTMapper, and
// WithInterceptorFuncs. Interceptors see requests first. WithStatusSubresource is not needed: the CRD
// specifies it. Kinds without a definition are left to the fake client.
//
// # Requests
//
// Each request is decided by crdschema.Definition.Admit or Delete: pruning, defaults, validation with
// rules and ratcheting, generations, uids, conflicts, finalizers, preconditions, dry runs, field
// validation, patches, server-side apply with managed fields, status and scale. A write that changes
// nothing has no new resourceVersion and no event. Objects can be written and read at each served
// version; [HubConverter] converts with the Hub and Convertible types of a scheme. Errors have the
// server's words.
//
// Webhooks of the program run where a server runs them: [WithMutating], [WithValidating],
// [WithDefaulter], [WithValidator].
//
// # Findings
//
// A server accepts many writes that are mistakes. [Client.Findings] returns them: fields
// that were dropped, writes that change nothing, a status in an Update, defaults that a zero value
// replaced, warnings, tolerated errors. [WithLog] prints them, and [WithFailure] fails the test.
// [Client.ReconcileUntilSettled] reports a reconciler that does not come to rest.
//
// # Differences from a server
//
//   - A resourceVersion counts the writes of one object, as in the fake client, unless it was built
//     with WithGlobalResourceVersionCounter.
//   - Managed fields are removed from answers unless the client was built with
//     WithReturnManagedFields, or [WithManagedFields].
//   - The objects of WithObjects have no uid unless they say so. They may be invalid: an update
//     tolerates their errors as it does on a server.
//   - A list selects fields by the indexes of WithIndex, if they have them. A limit is ignored.
//   - A watch does not begin with the existing objects. It selects fields as a server does.
//   - Nothing collects garbage: an object that is deleted with Foreground or Orphan stays, with a finalizer.
//     Namespaces need not exist.
//   - Webhooks are not called for subresources.
//
// As with any client, an answer replaces the object of the caller: a status that Create does not
// store is gone from it, unlike in the fake client.
//
// # Releases of controller-runtime
//
// The module needs controller-runtime 0.20 and is tested with 0.20 and 0.25. Reflection finds the
// verbs Apply of 0.22 and later. It also finds the tracker and the interceptors of the fake client,
// because they are not exported. Wrap returns an error if a release has none.
//
// # Sharing and concurrency
//
// A Client is safe for concurrent use, as far as the webhooks of the program are. They are called
// without a lock, and may use the client. A write is decided again if another one came in between.
//
// # Memory
//
// A Client keeps the objects, a number for each removed name, the first 1,000 findings of each kind and,
// while a watch is open, all objects that were stored since the first open watch began.
package fakeclient
