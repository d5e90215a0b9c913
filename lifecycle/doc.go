// Package status holds what a server's controllers make of a
// CustomResourceDefinition once it is stored: its status, and what becomes of it
// when it is deleted. Besides, it has what discovery lists, which depends on that
// status.
//
// # Coming to rest
//
// A server has a controller for each concern. They watch definitions and write
// to their status in any order, each possibly several times, until none of them
// has anything to change. [Settle] is where that ends. The controllers, in the
// order in which it asks them:
//
//   - names: condition NamesAccepted, status.acceptedNames, and a first word on
//     Established. Each name is accepted unless another definition of the same
//     group, or another name of the same definition, has been given it. It is
//     asked until it is content, since the definition's own names may get into
//     each other's way.
//   - establishing: Established becomes true once all names are accepted, and
//     stays so whatever happens to the names.
//   - schemas: NonStructuralSchema, which is there only if something is wrong.
//   - approval: KubernetesAPIApprovalPolicyConformant, for groups of the
//     Kubernetes community only.
//   - finalizer: Terminating, for a definition that is being deleted.
//
// The order shows in two places: conditions that are new are appended in it, and
// a definition that is deleted before it was established is established first if
// its names are free. A server may do either.
//
// # Manifests
//
// All functions take manifests of v1 or v1beta1 with any JSON values in them,
// defaulted or not, and treat what has the wrong type as absent. They write to
// none of them, return the same map if nothing changes and share what they do not
// change.
//
// Rules: k8s.io/apiextensions-apiserver/pkg/controller/status, establish,
// nonstructuralschema, apiapproval and finalizer; pkg/registry/
// customresourcedefinition.
package lifecycle
