// Package registry holds what a server of custom resources needs in addition to Admit and its
// stages: comparisons of an object with its URL and with the stored object, the Status of
// requests that never reach Admit, recorded warnings and revisions, and answers other than
// whole objects: tables ([Printer]), metadata ([PartialMetadata]), selections ([Selectable]),
// events of watches ([Selection.Event]).
//
// CRDs have functions of their own: their lists and tables, their deletion, and their form in
// etcd ([EncodeStoredCRD], [DecodeStoredCRD]).
//
// A server makes a Printer and a Selectable once for each version and uses them for many
// requests.
//
// Call the methods of [Target] between the stages of Definition.Admit (package crdschema). The
// package may change in every minor release.
package registry
