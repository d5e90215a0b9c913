// Package objectmeta prepares, normalizes and checks the type and object metadata
// (apiVersion, kind, metadata) of Kubernetes objects, on plain maps. An API server
// decodes the metadata of a custom resource into Go structures and encodes it again.
// This package has the same effect without these structures: a table lists the
// known fields, and one pass compares a map with the table.
//
// # Normalization
//
//   - Known fields are those of metav1.ObjectMeta, OwnerReference and
//     ManagedFieldsEntry, matched by case ([Metadata]). All others are dropped and
//     their paths reported.
//   - Empty values are dropped: null, "", an empty map or list, generation 0.
//     Fields that are pointers in the server's structures stay even if empty:
//     deletionGracePeriodSeconds 0, controller and blockOwnerDeletion false. An
//     owner reference always has apiVersion, kind, name and uid.
//   - Null elements of lists and maps become empty elements.
//   - Numbers with an integral value, such as 3.0, become integers, also inside of
//     fieldsV1, which may hold any value.
//   - Times are read as RFC 3339 and written in UTC with whole seconds.
//   - In text that is not UTF-8, U+FFFD replaces each wrong byte.
//   - A value of another type, or a time that cannot be parsed, is an error with the
//     text of the server's decoder. The [Mode] says whether it rejects the object
//     or only drops the field.
//
// Metadata is at the root of an object ([CoerceRoot]), in the embedded resources
// of a schema below it ([Coerce]), and in both if a value is a whole resource
// ([CoerceResource]).
//
// # Validation
//
// Validation comes after normalization. These rules hold everywhere:
//
//   - the keys of labels and annotations are qualified names, the values of labels
//     are short, and all annotations together have at most 256 KiB;
//   - the generation is not negative;
//   - owner references are complete, name no Event, and have one controller;
//   - finalizers are qualified names, and not both orphan and foregroundDeletion;
//   - entries of managed fields have a known operation and type, and a short manager
//     of printable characters.
//
// The rules for the name and the namespace differ:
//
//	                      name               generateName         namespace
//	ValidateCreate        DNS subdomain      the same, less a     by Scope, DNS label
//	                                         trailing dash
//	ValidateUpdate        path segment       path segment prefix  by Scope, DNS label
//	ValidateEmbedded      path segment       path segment prefix  DNS label
//	                      or none                                 or none
//
// An update also needs a resourceVersion and must not change what identifies the
// object or belongs to the server. In embedded resources apiVersion and kind are
// checked for their form, at the root for their values ([ValidateType]).
//
// All errors are reported, sorted by path, and each text once within a metadata
// value. The path of an error about a label, an annotation, a finalizer or a second
// controller leads to that element, while the server prints the field that has it.
// Values for which the server has named types print as they do there: owner
// references with their fields in the server's order, uid and operation as JSON.
//
// [ValidateGenerateName], [FinalizerWarnings] and [DedupOwnerReferences] are the
// other steps that the server takes for metadata at the root.
//
// # Which error
//
// The server visits fields in byte order of their names and reports the first
// value of a wrong type. But a time that cannot be parsed ends the decoding and is
// reported instead. Among several embedded resources with errors the server
// picks one at random; this package takes the first in byte order of the keys.
//
// # Sharing
//
// No function writes to its arguments. If nothing changes, the same map is
// returned and nothing is allocated, else a new map that shares the unchanged
// parts. Arguments are expected as [structural.Normalize] returns them. All
// functions are safe for concurrent use.
//
// # Not quite idempotent
//
// As in the server, some results change when they are normalized again. A
// deletionTimestamp or time on day 1 of year 1 is written as null, which is
// dropped the next time, and a time that leaves the years 0 to 9999 on its way to
// UTC cannot be parsed again.
//
// # Differences from upstream
//
//   - The server crashes when it repairs the generation of a stored object without
//     metadata; here nothing changes.
//   - Reports of unknown fields and of errors in embedded resources each end at
//     16 MiB, for which a path is charged its names and 16 bytes a step.
//   - Each further controller is an error that shows all owner references, and each
//     unprintable character of a manager is one that shows the whole manager. Such
//     errors end at 1 MiB of text.
package objectmeta
