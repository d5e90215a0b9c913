// Package lifecycle makes the changes to a CustomResourceDefinition that the controllers of
// a Kubernetes API server make. It also returns discovery information and plans the migration
// of stored objects.
//
//	crd, err := lifecycle.Reconcile(ctx, crd, siblings, time.Now())
//	…
//	for _, c := range lifecycle.Conditions(crd) {
//		fmt.Println(c.Type, c.Status, c.Message)
//	}
//
// # Controllers
//
// A server's controllers watch CRDs and update their status in any order, until none of them
// has a change. [Reconcile] returns the CRD at that point. It runs the controllers in this
// order:
//
//   - Names: [NamesAccepted], status.acceptedNames, and the first value of
//     [Established]. A name is accepted unless another CRD of the same group, or
//     another name of the same CRD, has it. The controller runs until it changes
//     nothing, because the names of a CRD may conflict with each other.
//   - Establishing: [Established] becomes true once all names are accepted, and
//     stays true.
//   - Schemas: [NonStructuralSchema], absent for good schemas.
//   - Approval: [KubernetesAPIApprovalPolicyConformant], only in groups of the
//     Kubernetes community. It depends on the annotation
//     api-approved.kubernetes.io.
//   - Finalizer: [Terminating], only in a CRD that is being deleted.
//
// The order may differ on a server. It affects two results: new conditions are appended in
// this order, and a CRD that is deleted before it was established is established first if its
// names are free.
//
// # Discovery
//
// Discover and DiscoverAll return the resources of a server, from its CRDs. They make the
// bodies of the server's answers, the same for the same CRDs in any order:
//
//	GET /apis                 APIGroupList, APIGroupDiscoveryList with ETag
//	GET /apis/GROUP           Discovery.APIGroup
//	GET /apis/GROUP/VERSION   Discovery.APIResourceList
//
// # The CRD
//
// A CRD is an object of apiextensions.k8s.io/v1 or v1beta1, defaulted or not. Every error of
// this package is about a value of another kind or not a JSON value, the context, or the
// budget (structural.ErrTooMuchWork). Nothing else is checked (crdschema.ValidateCRD does):
// the result for a CRD that the server would have rejected is unspecified, and values of the
// wrong type count as absent.
//
// # Sharing and concurrency
//
// No function writes to its arguments. A result shares unchanged values with the CRD, and is
// the CRD itself if nothing changes: treat both as read-only, or copy them with
// structural.Clone. Everything here is safe for concurrent use. Times are arguments; the zero
// time leaves a field out.
//
// # Differences from a server
//
// Rows D10, D55 and D90 of DEVIATIONS.md.
//
// # Stability
//
// The package is not part of the stable core and may still change.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval and finalizer; pkg/registry/customresourcedefinition.
package lifecycle
