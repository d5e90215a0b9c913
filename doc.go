// Package crdschema answers one question exactly: what would a Kubernetes 1.37 API server
// do with this object, given its CustomResourceDefinition (CRD)? It does so without a
// server, with pure functions over map[string]any.
//
// # How to use it
//
// Compile a CRD once, a text with [CompileYAML] or a map with [Compile], then use the
// definition:
//
//   - [Definition.Admit] takes a request to create, update or patch an object and returns
//     what the server stores, drops, defaults, rejects and warns of.
//   - [Definition.Delete] takes a request to delete an object.
//   - [Definition.Read] returns an object from storage at a served version,
//     [Definition.Store] an object as it is stored, [Definition.Convert] an object at
//     another version.
//   - [Version.Default] sets defaults, as the server does again after every mutating webhook.
//   - [Version.Schema], [Definition.Names], [Version.Subresources] and others return parts
//     of the CRD.
//   - [Version.Scale] returns the Scale of an object; a request of [UpdateScale] writes it.
//   - [Version.Table] returns the table that kubectl prints, [PartialMetadata] the metadata
//     of an object, [Version.Select] a filter by labels and fields.
//
// [ValidateCRD] and [Compiler.AdmitCRD] return the server's answer to the CRD itself.
//
// Other packages: document decodes text and finds lines, registry has the parts of a server
// around Admit, hints suggests fixes for an invalid CRD, lifecycle does the work of the
// controllers of CRDs, httpapi reads queries and headers and writes warnings, and
// structural/apply manages fields: with its Applier in [Request.Fields], Admit records
// managed fields and applies configurations. The stages can be called alone: structural,
// pruning, defaulting, versionpriority, celrules, conversion.
//
// # Where maps come from
//
// A [Request] has the text of a body or a map. Only for a text, every answer is the
// server's. [document.DecodeJSON] and [document.DecodeYAML] decode text with the server's
// rules for numbers and repeated fields: an integer is an int64. json.Unmarshal and
// sigs.k8s.io/yaml.Unmarshal decode every number as a float64: pass their maps through
// structural.IntegersFromFloats first. If an error comes from such a float64, its Remark
// says so. [document.Document.Positions] and [document.PositionsOf] return the line and
// column of a path: of an error, a dropped field or a warning.
//
// # The stages of a request, in order
//
//	decode:   type metadata, root metadata, prune, drop nulls, embedded metadata, default
//	prepare:  namespace, name, system fields, status, generation
//	validate: types, metadata, values, scale, embedded metadata, list types, rules
//	persist:  to the storage version and back
//
// Another API server calls them one by one, with its own admission, registry and field
// managers in between:
//
//   - [Definition.Decode] for the body;
//   - structural.Normalize and [Version.Default] after each mutation;
//   - objectmeta.PrepareCreate or PrepareUpdate if no registry calls them already;
//   - [Version.PrepareCreate], [Version.PrepareUpdate] or [Version.PrepareStatus], and
//     [Version.PrepareScale] before PrepareUpdate for an update of the scale;
//   - [Version.ValidateCreate], [Version.ValidateUpdate] or [Version.ValidateStatus],
//     and [Version.Warnings];
//   - [Definition.EncodeStored] to storage and [Version.DecodeStored] from there.
//
// They take normalized values: for other Go types, such as int, the verdict is wrong. The
// methods of registry.Target compare a request with its URL and with the stored object;
// registry.Finalized and RecordWarnings are the rest of Admit. "Stage by stage" in
// docs/MIGRATING.md has all of them in order.
//
// Errors in parts that an update does not change are tolerated as the server tolerates
// them, and returned separately. Rules (CEL) are not evaluated if other errors prevent it;
// their cost is part of the result.
//
// # Verdicts and failures
//
// An invalid object is a verdict, not a Go error: [Result.Status] returns the server's
// answer, and [Result.Err] the same as an error. [Result.Errors] say why an object is
// invalid (422); each has a stable Code, listed in docs/ERRORS.md. A Go error means no
// verdict: the context is done, the budget of work is spent (structural.ErrTooMuchWork), an
// argument is not a JSON value, a converter is missing. [Compile] returns the errors of a
// CRD as a Go error; structural.ErrorsOf returns its parts.
//
// Test a Go error in this order (docs/FAILURES.md has more):
//
//  1. ctx.Err() is not nil: the call has ended with its context (504).
//  2. errors.Is structural.ErrTooMuchWork: the object or the CRD exceeds the budget (503);
//     the same call would end alike.
//  3. errors.As *structural.NotJSONError: a map is not JSON (400, or 500 if the program made
//     it).
//  4. errors.As *[document.DecodeError]: a text is not JSON, YAML or an object (400).
//  5. [StatusOf] is not nil: the server's own answer, with its code; 500 if a converter failed.
//  6. structural.ErrorsOf is not empty: no server could serve the CRD (422).
//  7. Any other error is a mistake of the program (500).
//
// # Bounds
//
// Every function that can take more than 100 ms for an input of 3 MiB takes a context, and
// returns within 100 ms of its end; SECURITY.md has the exceptions. Code of the caller,
// such as a converter, must check the context itself. Each call also has a budget of work:
// the values that it visits and the values that defaulting makes. The server's limit on the
// cost of rules is separate. structural.WithBudget sets the budget; thousands of public
// definitions and objects take less than a hundredth of the default. SECURITY.md says what
// to set for definitions and objects of tenants.
//
// # Sharing and concurrency
//
// No function modifies or keeps its arguments, and a result shares every unchanged part
// with them: treat both as read-only, or copy them with structural.Clone. A Definition is
// immutable and safe for concurrent use. No function reads the clock or generates random
// values: times, UIDs and name suffixes are arguments, and are omitted if they are not
// given.
//
// # Differences from the server
//
// DEVIATIONS.md lists every difference, with the test that pins it. Admission webhooks and
// policies, authorization and quota are out of scope.
package crdschema
