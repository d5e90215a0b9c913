// Package pruning drops the fields of an object that its schema does not
// specify, as a Kubernetes API server does before it looks at a custom object
// in any other way.
//
// # Rules
//
// For an object value under a schema node:
//
//  1. apiVersion, kind and metadata of the root and of embedded resources are
//     left as they are, whatever the schema says of them.
//  2. A field under properties is kept and pruned by its schema.
//  3. Where additionalProperties is given, in whatever form, every other field
//     is kept and pruned by its schema; for true and false there is none, and
//     a nested object without a schema loses all of its fields.
//  4. Any other field is dropped, unless the node has
//     x-kubernetes-preserve-unknown-fields.
//
// A node that preserves unknown fields keeps them whole; its declared fields
// are pruned again, each by its own flag. Lists are pruned element by element;
// under a preserving node the elements keep their unknown fields, too, whatever
// the items schema says. Scalars, nulls and values of a type that the schema
// does not expect are never touched.
//
// # Sharing and concurrency
//
// Nothing is written to. If nothing is dropped the very same map is returned
// and nothing is allocated; else the maps and lists above a dropped field are
// new and everything else is shared with the input. Treat both as read-only or
// clone them. The functions may be called from any number of goroutines.
//
// Values must be normalised (structural.Normalize); the recursion is bounded
// by their depth. Time and memory grow with the size of the object, not with
// that of the paths: see the differences.
//
// # Differences from upstream
//
// Dropped paths are typed, so that keys with dots stay distinguishable. They
// end at 16 MiB, for which each is charged the length of its names and 16 bytes
// a step: of many unknown fields very deep in an object the first are reported,
// in the order of their steps, and all are dropped. No object comes near that
// was written by hand or by a controller; but a hundred thousand unknown fields
// a thousand levels deep would otherwise make a report a thousand times the
// size of the object.
//
// Rules: Kubernetes documentation, "Field pruning" under "Extend the Kubernetes
// API with CustomResourceDefinitions"; k8s.io/apiextensions-apiserver/pkg/
// apiserver/schema/pruning, PruneWithOptions.
package pruning
