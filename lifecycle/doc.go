// Package lifecycle makes the changes to a CustomResourceDefinition that the
// controllers of a Kubernetes API server make. It sets the conditions and the accepted
// names, returns discovery information, deletes the crd after its objects, and says
// which versions a storage migration may remove.
//
//	crd, err := lifecycle.Reconcile(ctx, crd, siblings, time.Now())
//	…
//	for _, c := range lifecycle.Conditions(crd) {
//		fmt.Println(c.Type, c.Status, c.Message)
//	}
//
// # Controllers
//
// A server has one controller for each concern. They watch crds and update their
// status in any order, each possibly several times, until none of them has
// anything to change. [Reconcile] returns the crd at that point. It runs the
// controllers in this order:
//
//   - Names: [NamesAccepted], status.acceptedNames, and the first value of
//     [Established]. A name is accepted unless another crd of the same group, or
//     another name of the same crd, has it. The controller runs until it changes
//     nothing, because the names of a crd may conflict with each other.
//   - Establishing: [Established] becomes true once all names are accepted, and
//     stays true.
//   - Schemas: [NonStructuralSchema], which is absent unless something is wrong.
//   - Approval: [KubernetesAPIApprovalPolicyConformant], which only crds in groups
//     of the Kubernetes community have. It depends on the annotation
//     api-approved.kubernetes.io.
//   - Finalizer: [Terminating], which only a crd that is being deleted has.
//
// The order affects two results: new conditions are appended in this order, and a crd
// that is deleted before it was established is established first if its names are
// free. A server may order them differently.
//
// # Deletion
//
// [MarkForDeletion] is the request to delete a crd, [Reconcile] starts to delete
// its objects, [Finalize] ends that. In between the server still serves the crd,
// except that no objects can be created: Definition.Admit of a definition compiled
// from the marked crd rejects that, and [Discover] lists the resource without the
// verbs create, update and patch. The server removes the crd from storage as soon
// as it has no finalizers. Its names are free from then on, not before.
//
// # Discovery
//
// Discover and DiscoverAll return which resources a server has, from its crds. The
// bodies of a server's answers are made of that:
//
//	GET /apis                 APIGroupList, APIGroupDiscoveryList with ETag
//	GET /apis/GROUP           Discovery.APIGroup
//	GET /apis/GROUP/VERSION   Discovery.APIResourceList
//
// A server whose clients write crds begins its lists with APIExtensions, the group
// of the crds themselves. All these documents are JSON values, the same for the same
// crds in any order.
//
// # The crd
//
// A crd is a manifest of apiextensions.k8s.io/v1 or v1beta1, defaulted or not. An
// error is returned if it is anything else, or not a JSON value, if the context is done,
// and if there is too much work (structural.ErrTooMuchWork). Nothing else is
// checked: the result for a crd that the server would have rejected is unspecified,
// and values of the wrong type count as absent. crdschema.ValidateDefinition checks a crd.
//
// # Sharing and concurrency
//
// No function writes to its arguments. A result shares unchanged values with the crd,
// and is the crd itself if nothing changes: treat both as read-only, or
// copy them with structural.Clone. Everything here is safe for concurrent use.
// Times are arguments; the zero time leaves a field out.
//
// # Differences from a server
//
// DEVIATIONS.md lists them: of several unsupported keywords in a schema, a server
// reports any one, and this package always the same (D10).
//
// # Stability
//
// The package is not part of the stable core and may still change.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval and finalizer; pkg/registry/
// customresourcedefinition.
package lifecycle
