// Package apply is server-side apply without a server: it applies configurations to
// objects of a definition, keeps metadata.managedFields right when objects are updated,
// and returns what a manager owns.
//
// # What it does, in order
//
// [Applier.Apply] does what the field manager of a Kubernetes API server does to an apply:
//
//  1. The configuration must have the version and kind of the request, and no managed
//     fields. It must have the types that the schema specifies: unknown fields are errors.
//  2. If the live object has no managed fields, all its fields get the manager
//     before-first-apply.
//  3. The configuration is merged into the live object: maps field by field, keyed lists
//     and sets element by element, atomic maps and lists as a whole.
//  4. Fields and elements that the manager applied before and does not apply now are
//     removed, unless another manager owns them.
//  5. Fields that change and that other managers own are conflicts. [Request.Force] takes
//     them over.
//  6. Defaults are set, and the managers are recorded with [Request.Now].
//
// For the manager called kubectl, the annotation of client-side apply is taken into
// account and replaced. Fields that a request does not change are ignored: the status if it
// has a subresource, metadata and spec for the status.
//
// [Applier.Update] does what it does to all other requests: the manager owns the fields
// that it changes, and the others lose them. Of more than ten managers by update the oldest
// are merged into ancient-changes.
//
// For the subresource scale both take a Scale. The managers of the number of replicas are
// those of spec.replicas in the Scale, and afterwards those of the number in the object
// again. A server has two oddities there, which the package shares: managers by update are
// not recognized and get an entry of their own, and an apply that would change the Scale of a
// custom resource fails (500).
//
// [Applier.Extract] returns what a manager has applied. [Diff] returns the differences of
// two objects, with the elements of keyed lists compared by their keys.
//
// [Applier.Predict] returns what a server would store if a configuration were applied now:
// an apply and the whole admission after it, and the differences from the live object.
//
// # What it does not do
//
// Names, uids and resource versions are not compared, and nothing but types is validated:
// that is the rest of the request, crdschema.Definition.Admit, which [Applier.Predict] calls,
// and which calls an [Applier] that is its Request.Fields.
//
// # Sharing and concurrency
//
// No function writes to its arguments, and results share what has not changed with them. A
// result that is equal to the live object (Apply) or the new object (Update) is that
// object, the same map. An [Applier] is immutable and safe for concurrent use. The types of a
// version are built by the first call that needs them, which counts that as its work; if that call
// ends before, the next one builds them.
//
// # Cost
//
// An apply takes about half the time that it takes a server. As there, the time is quadratic
// in the length of one set or keyed list whose elements are not sorted, or of one map, in the depth
// of an object, and a product of the managers of an object and of its values. It is counted
// before an object is merged: with the default budget (structural.WithBudget) about 30,000
// elements in one list or fields in one map, or 4,000 fields 10,000 levels deep, are too much
// work (structural.ErrTooMuchWork).
//
// All calls end with their context, also while the merge library walks a large object: it
// reads one through values that look at the context.
//
// # Differences from the server
//
// The merging is that of sigs.k8s.io/structured-merge-diff/v4, while a server of
// Kubernetes 1.37 links version 6. Where they differ, this package does what version 6
// does. Rows of DEVIATIONS.md that name this package list what is left.
//
// The package is not part of the stable core and may still change.
//
// Rules: Kubernetes documentation, "Server-Side Apply"; k8s.io/apimachinery/pkg/util/
// managedfields; k8s.io/kube-openapi/pkg/schemaconv.
package apply
