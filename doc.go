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
//
// [ValidateCRD] and [Compiler.AdmitCRD] return the server's answer to the CRD itself.
//
// Other packages: document decodes text and finds lines, registry has the parts of a server
// around Admit, also tables and selection, httpapi reads queries and headers, structural/apply
// manages fields ([Request.Fields]), hints suggests fixes for an invalid CRD, and lifecycle
// does the work of the controllers of CRDs. The stages can be called alone: structural,
// pruning, defaulting, versionpriority, celrules, conversion.
//
// # Where maps come from
//
// A [Request] has the text of a body or a map. Only for a text, every answer is the
// server's. [document.DecodeJSON] and [document.DecodeYAML] decode text with the server's
// rules: an integer is an int64. json.Unmarshal and sigs.k8s.io/yaml.Unmarshal decode every
// number as a float64, and the server refuses that in some fields that are integers: pass
// their maps through structural.IntegersFromFloats first. If an error comes from such a
// float64, its Remark says so. Integers beyond 2^53 have lost digits in such a map.
// gopkg.in/yaml.v3 and go.yaml.in/yaml/v3 keep integers, but read yes, no, on and off as
// strings, which are booleans for the server: no function can tell afterwards.
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
//   - registry.PrepareCreate, PrepareUpdate or PrepareStatus, and PrepareScale before
//     PrepareUpdate for an update of the scale;
//   - [Version.ValidateCreate], [Version.ValidateUpdate] or [Version.ValidateStatus],
//     and objectmeta.FinalizerWarnings;
//   - [Definition.EncodeStored] to storage and [Version.DecodeStored] from there.
//
// They take normalized values: for other Go types, such as int, the verdict is wrong.
// Package registry has the rest of Admit, and "Stage by stage" in docs/MIGRATING.md all of it
// in order.
//
// # Verdicts and failures
//
// An invalid object is a verdict, not a Go error: [Verdict.Status] returns the server's
// answer, and [Verdict.Err] the same as an error. [Verdict.Errors] say why an object is
// invalid (422). A Go error means no verdict: the context is done, the budget of work is spent (structural.ErrTooMuchWork), an
// argument is not a JSON value, a converter is missing. [Compile] returns the errors of a
// CRD as a Go error; structural.ErrorsOf returns its parts.
//
// Test a Go error in this order (docs/FAILURES.md has more):
//
//  1. ctx.Err() is not nil: the call has ended with its context (504).
//  2. errors.Is structural.ErrTooMuchWork: the object or the CRD exceeds the budget (503).
//  3. errors.As *structural.NotJSONError: a map is not JSON (400).
//  4. errors.As *[document.DecodeError]: a text is not JSON, YAML or an object (400).
//  5. [StatusOf] is not nil: the server's own answer, with its code; 500 if a converter failed.
//  6. structural.ErrorsOf is not empty: no server could serve the CRD (422).
//  7. Any other error is a mistake of the program (500).
//
// # Bounds
//
// Every function that can take more than 100 ms for an input of 3 MiB takes a context, and
// returns within 100 ms of its end. Code of the caller, such as a converter, must check the
// context itself. Each call also has a budget of work (structural.WithBudget), apart from the
// server's limit on the cost of rules. SECURITY.md has the exceptions, and what to set for
// definitions and objects of tenants.
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
