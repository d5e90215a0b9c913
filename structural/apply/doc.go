// Package apply is server-side apply without a server: it applies configurations to objects
// of a definition, keeps metadata.managedFields right when objects are updated, and returns
// what a manager owns.
//
// # What it does, in order
//
// [Applier.Apply] does what the field manager of a Kubernetes API server does to an apply:
//
//  1. The configuration must have the version and kind of the request, and no managed
//     fields. It must have the types that the schema specifies: unknown fields are errors.
//  2. The fields of a live object without managed fields get the manager
//     before-first-apply.
//  3. The configuration is merged into the live object: maps field by field, keyed lists
//     and sets element by element, atomic maps and lists as a whole.
//  4. Fields and elements that the manager applied before and does not apply now are
//     removed, unless another manager owns them.
//  5. Fields that change and that other managers own are conflicts. [Request.Force] takes
//     them over.
//  6. Defaults are set, and the managers are recorded with [Request.Now].
//
// The manager kubectl replaces the annotation of client-side apply, and does not conflict
// about fields in it. Fields that a request does not change are ignored: the status if it has
// a subresource; metadata and spec for the status.
//
// [Applier.Update] does what the field manager does to all other requests: the manager owns
// the fields that it changes, and the others lose them. The oldest of more than ten managers
// by update are merged into ancient-changes.
//
// A [CRDTracker] does the same for CustomResourceDefinitions, in crdschema.CRDRequest.Fields.
//
// # What it does not do
//
// Names, uids and resource versions are not compared, and only types are validated.
// [Applier.Predict] calls crdschema.Definition.Admit for the rest, and Admit calls an
// [Applier] in Request.Fields.
//
// # Sharing and concurrency
//
// No function writes to its arguments, and results share what has not changed with them. An
// error that is not a conflict or a Status is a failure: an argument is not a JSON value, a
// converter is missing, the context is done, or the budget is spent
// (structural.ErrTooMuchWork). An [Applier] is immutable and safe for concurrent use. The
// types of a version are built by the first call that needs them, within its context and
// budget; if that call ends before, the next one builds them.
//
// # Cost
//
// As on a server, the time is quadratic in the length of an unsorted set or keyed list, in
// the size of a map and in the depth of an object, and a product of the managers of an object
// and its values. With the default budget (structural.WithBudget) about 30,000 elements in
// one list or fields in one map, or 4,000 fields 10,000 levels deep, are too much work
// (structural.ErrTooMuchWork). All calls end with their context.
//
// # Differences from the server
//
// The merge library is sigs.k8s.io/structured-merge-diff/v4. A server of Kubernetes 1.37
// links version 6: where they differ, this package does what version 6 does. See also rows
// D95 and D96 of DEVIATIONS.md.
//
// The package is not part of the stable core and may still change.
//
// Rules: Kubernetes documentation, "Server-Side Apply"; k8s.io/apimachinery/pkg/util/managedfields;
// k8s.io/kube-openapi/pkg/schemaconv.
package apply
