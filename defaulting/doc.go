// Package defaulting fills in the defaults of a schema and drops nulls that a schema does
// not allow, as a Kubernetes API server does when it reads a custom object from a request
// or from storage.
//
// # Rules of Default
//
//  1. A declared property with a default gets it if the object lacks the key, or
//     has null there and the property is not nullable.
//  2. Every value that is present then, including the new ones, is defaulted by its
//     own schema: declared properties, additionalProperties, items.
//  3. A null in a list or under additionalProperties is replaced by the default of
//     its schema unless it is nullable; without a default it stays.
//  4. Nothing else is created: a default inside an absent object applies only if a
//     default above creates that object.
//  5. A nullable null stays null, even if there is a default.
//
// # Rules of DropNulls
//
// A field that is null is dropped if its schema (under properties, else under
// additionalProperties) is neither nullable nor has a default. List elements and fields
// without a schema stay. A server does this before it fills in defaults, only in custom
// objects (not for CRDs that still have spec.preserveUnknownFields).
//
// # Sharing and concurrency
//
// If nothing changes, the same map is returned and nothing is allocated; otherwise the maps
// and lists above a change are new and everything else is shared with the input. Defaults
// are copied. The functions are safe for concurrent use. Values must be normalized
// (structural.Normalize); the recursion is bounded by their depth.
//
// # Cost
//
// A default is copied for each value that lacks it: n values with a default of n elements
// are n × n values. Values are counted before they are made. Errors are about the context
// or the budget (structural.WithBudget, structural.ErrTooMuchWork); then the result is
// empty.
//
// # Differences from upstream
//
// The paths of new values are returned. They are limited to 4 MiB in total, counting the
// names and 16 bytes per step: all defaults are set, but only the first are reported, in
// the order of their steps. Upstream writes in place and reports nothing.
//
// Rules: Kubernetes documentation, "Defaulting" and "Defaulting and Nullable"
// under "Extend the Kubernetes API with CustomResourceDefinitions";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.
package defaulting
