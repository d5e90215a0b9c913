// Package objectmeta coerces, prepares and validates the type and object metadata
// (apiVersion, kind, metadata) of Kubernetes objects, on plain maps, as an API server does
// for custom resources. The server decodes metadata into Go structures and encodes it
// again; this package has the same effect with a table of the known fields.
//
// It is for programs that take the steps of a request one by one, such as another API
// server. Admit and the stages of the root package take all these steps.
//
// # The steps of a request
//
// For a new object, in the server's order, with the steps of other packages in between:
//
//  1. [Decode] normalizes the metadata of the root and rejects what cannot be decoded:
//  400. Then fields are pruned and nulls are dropped.
//  2. [Coerce] with structural.Value normalizes the metadata of embedded resources: Value,
//     because 1 has normalized the root's. Then defaults apply.
//  3. [PrepareNamespace] fills in the namespace of the request, or rejects it: 400.
//  4. [DedupOwnerReferences] drops repeated owner references. Then managed fields are
//     updated, and admission plugins run.
//  5. [PrepareCreate] sets what only the server sets, and generates a name. (The server
//     removes what a request has for these fields already before 4: PrepareCreate without
//     system fields.) Then the strategy of the kind sets the generation to 1 and removes
//     the status.
//  6. [ValidateType], and if it has no errors [ValidateCreate], check the root: 422. Then
//     come the values.
//  7. [ValidateEmbedded] with structural.Value checks the embedded resources. Then come
//     list types and rules.
//  8. [ValidateGenerateName], if there is no error so far.
//  9. [FinalizerWarnings], if there is no error.
//
// An update differs in steps 5, where [PrepareUpdate] takes the place of PrepareCreate,
// and 6, where [ValidateUpdate] comes first and includes step 8. A stored object takes the
// steps 1 and 2 with [Repair] as mode when it is read.
//
// # Normalization
//
//   - Known fields are the fields of metav1.ObjectMeta, OwnerReference and
//     ManagedFieldsEntry, matched by case. All others are dropped and their paths reported.
//   - Empty values are dropped: null, "", an empty map or list, generation 0. Fields that
//     are pointers in the server's structures stay even if empty:
//     deletionGracePeriodSeconds 0, controller and blockOwnerDeletion false. An owner
//     reference always has apiVersion, kind, name and uid.
//   - Null elements of lists and maps become empty elements.
//   - Numbers with an integral value, such as 3.0, become integers, also inside of
//     fieldsV1.
//   - Times are read as RFC 3339 and written in UTC with whole seconds.
//   - In text that is not UTF-8, U+FFFD replaces each wrong byte.
//   - A value of another type, or a time that cannot be parsed, is an error with the text
//     of the server's decoder. The [Mode] says whether it rejects the object or only drops
//     the field.
//
// As in the server, some results change when they are normalized again: a
// deletionTimestamp or time on day 1 of year 1 is written as null, and null is dropped the
// next time; a time that leaves the years 0 to 9999 on its way to UTC cannot be parsed
// again.
//
// # Validation
//
// Validation comes after normalization. These rules hold everywhere:
//
//   - the keys of labels and annotations are qualified names, the values of labels are
//     short, and all annotations together have at most 256 KiB;
//   - the generation is not negative;
//   - owner references are complete, name no Event, and have one controller;
//   - finalizers are qualified names, and not both orphan and foregroundDeletion;
//   - entries of managed fields have a known operation and type, and a short manager of
//     printable characters.
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
// All errors are reported in the server's order, keys of maps in byte order, and each text once within a metadata value. The
// path of an error about a label, an annotation, a finalizer or a second controller leads
// to that element, while the server prints the field that has it. Values for which the
// server has named types print as they do there: owner references with their fields in the
// server's order, uid and operation as JSON.
//
// # Errors
//
// Invalid metadata gives a list, [structural.Errors]. Metadata that cannot be decoded
// gives one error, as in the server: structural.ErrorsOf returns the [structural.Error].
// Any other error is about the context or the budget of work ([structural.ErrTooMuchWork],
// [structural.WithBudget]), and nothing else is returned then. docs/ERRORS.md has the
// codes under "objectmeta" and "gotype".
//
// The server visits the fields of metadata in byte order of their names and reports the
// first value of a wrong type, but first a time that cannot be parsed. Among several
// embedded resources with errors the server picks one at random; this package takes the
// first in byte order of the keys.
//
// # Sharing, concurrency and cost
//
// No function writes to its arguments. If nothing changes, functions return the same map
// and allocate only the count of the work, else a new map that shares the unchanged parts:
// treat both as read-only or clone them. The values in errors are shared, too. All
// functions are safe for concurrent use.
//
// Arguments must be normalized ([structural.Normalize]). Preparation does not change
// metadata that is not coerced, and validation decodes it first. Time is linear in the
// size of the object, except for the sorting of keys and errors. The fields that coercion
// adds to owner references count as new values.
//
// # Differences from upstream
//
//   - The server crashes when it repairs the generation of a stored object without
//     metadata; here nothing changes.
//   - Reports of unknown fields and of errors in embedded resources each end at 4 MiB. A
//     path counts with its names and 16 bytes a step.
//   - Each further controller is an error that shows all owner references, and each
//     unprintable character of a manager is one that shows the whole manager. Such errors
//     end at 1 MiB of text.
//   - A namespaced object keeps its namespace if the request does not have one. On a
//     server, every request for a namespaced kind has one.
//   - The errors of an update are returned once. The server finds most of them two or three
//     times, but prints them once.
//
// Rules: Kubernetes documentation, "Objects In Kubernetes";
// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta, Coerce and Validate;
// k8s.io/apimachinery/pkg/api/validation, ValidateObjectMeta;
// k8s.io/apiserver/pkg/registry/rest, BeforeCreate and BeforeUpdate.
package objectmeta
