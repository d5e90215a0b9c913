// Package pruning drops the fields of an object that its schema does not specify, as a
// Kubernetes API server does before it validates a custom object.
//
// # Rules
//
// For an object value under a schema node:
//
//  1. apiVersion, kind and metadata of the root and of embedded resources are kept
//     unchanged, regardless of the schema.
//  2. A field under properties is kept and pruned by its schema.
//  3. If additionalProperties is present, in any form, every other field is kept and
//     pruned by its schema. The forms true and false are without a schema: a nested object
//     then loses all of its fields.
//  4. Any other field is dropped, unless the node has
//     x-kubernetes-preserve-unknown-fields.
//
// A node that preserves unknown fields keeps them unchanged; its declared fields are still
// pruned, each by its own schema. Lists are pruned element by element; under a preserving
// node the elements keep their unknown fields too, regardless of the items schema.
// Scalars, nulls and values of an unexpected type never change.
//
// # Sharing, concurrency and cost
//
// If nothing is dropped, the same map is returned; otherwise the maps and lists above a
// dropped field are new and everything else is shared with the input: treat both as
// read-only. Prune is safe for concurrent use.
//
// Values must be normalized (structural.Normalize). Time and memory grow with the size of
// the object, not of the paths that are reported. The error is about the context or the budget
// (structural.WithBudget); then the result is empty.
//
// # Differences from upstream
//
// Dropped paths are typed, so that keys with dots stay distinguishable. All unknown fields
// are dropped, but only the first are reported, in the order of their steps: up to 4 MiB
// in total, counting the names and 16 bytes per step.
//
// Rules: Kubernetes documentation, "Field pruning" under "Extend the Kubernetes API with
// CustomResourceDefinitions"; k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning,
// PruneWithOptions.
package pruning
