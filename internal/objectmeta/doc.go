// Package objectmeta checks and normalises the type and object metadata
// (apiVersion, kind, metadata) that every Kubernetes object carries, on plain
// maps. It does what an API server does to a custom resource by decoding its
// metadata into Go structures and encoding it again, without either: a table
// lists the known fields, and one pass compares a map with the table.
//
// # Rules
//
//   - Known fields are those of metav1.ObjectMeta, OwnerReference and
//     ManagedFieldsEntry, matched case-sensitively ([Metadata]). Everything
//     else is dropped and its path reported.
//   - Empty values go: null, "", an empty map or list, generation 0. What the
//     server's structures hold as pointers stays even if empty:
//     deletionGracePeriodSeconds 0, controller and blockOwnerDeletion false.
//     An owner reference always has apiVersion, kind, name and uid.
//   - Null elements of lists and maps become empty elements.
//   - Numbers with an integral value, such as 3.0, become integers, also inside
//     of fieldsV1, which is free of rules otherwise.
//   - Times are read as RFC 3339 and written in UTC with whole seconds.
//   - Text that is not UTF-8 gets U+FFFD in place of each wrong byte.
//   - A value of another type, and a time that cannot be read, is an error in
//     the words of the server's decoder. A [Mode] says whether it refuses the
//     object or costs only the field.
//
// There are three places for metadata: the root of an object ([CoerceRoot]),
// the embedded resources of a schema below it ([Coerce]), and both at once,
// for values that stand for a whole resource ([CoerceResource]).
//
// # Validation
//
// What has been coerced is then checked. The content of metadata is the same
// everywhere:
//
//   - labels and annotations have qualified names, labels short values, and
//     annotations are not more than 256 KiB together;
//   - the generation is not negative;
//   - owner references are complete, name no Event, and have one controller;
//   - finalizers are qualified names, and not both orphan and
//     foregroundDeletion;
//   - entries of managed fields have a known operation and type and a manager
//     that can be printed.
//
// What a name and a namespace must be depends on the place:
//
//	                      name               generateName         namespace
//	ValidateCreate        DNS subdomain      the same, less a     by Scope, DNS label
//	                                         trailing dash
//	ValidateUpdate        path segment       path segment prefix  by Scope, DNS label
//	ValidateEmbedded      path segment       path segment prefix  DNS label
//	                      or none                                 or none
//
// An update also needs a resourceVersion and must not change what identifies
// the object or belongs to the server. In embedded resources apiVersion and kind
// are checked for their form, at the root ([ValidateType]) they are known.
//
// All problems are told, sorted by their place; within one metadata value each
// text once. Errors about a label, an annotation, a finalizer or a second
// controller have the path of just that, where a server prints the field around
// it. Values that the server holds in structures or types of its own print as
// they do there: owner references with their fields in the server's order, uid
// and operation as JSON.
//
// [ValidateGenerateName], [FinalizerWarnings] and [DedupOwnerReferences] are the
// remaining things that a server does about metadata at the root.
//
// # Which error
//
// The server meets fields in byte order of their names and reports the first
// value of a wrong type, unless a time cannot be read: that ends its decoding
// and is reported instead. Among several embedded resources with errors the
// server picks one at random; this package takes the first in byte order of
// the keys.
//
// # Sharing
//
// Arguments are never written to. If nothing changes the same map is returned
// and nothing is allocated, else a new map that shares the untouched parts.
// Arguments are expected to be as [structural.Normalize] returns them. All
// functions are safe for concurrent use.
//
// # Not quite idempotent
//
// As in the server, a few results change when they are normalised again. A
// deletionTimestamp or time of year 1, day 1, is written as null, which is
// dropped the next time, and a time that leaves the years 0 to 9999 on its way
// to UTC cannot be read again.
//
// # Differences from upstream
//
//   - Repairing the generation of a stored object without any metadata makes
//     the server crash; here it changes nothing.
//   - Reports of unknown fields and of errors in embedded resources each end at
//     16 MiB, for which a path is charged its names and 16 bytes a step.
//   - Where every controller or every character of a manager is an error that
//     shows all references or the whole manager, no more errors follow than
//     print a megabyte.
package objectmeta
