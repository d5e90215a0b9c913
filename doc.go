// Package crdschema answers one question exactly: what would a Kubernetes 1.37
// API server do with this object, given this CustomResourceDefinition? It does
// so without a server, with pure functions over map[string]any.
//
// # How to use it
//
// Compile a CRD once, a text with [CompileYAML] or a map with [Compile], then use the
// definition:
//
//   - [Definition.Admit] takes a request to create, update or patch an object and
//     returns what the server stores, drops, defaults, rejects and warns of.
//   - [Definition.Delete] takes a request to delete an object and returns whether it is
//     gone, or what the server stores.
//   - [Definition.Read] returns an object from storage at any served version.
//   - [Definition.Store] returns an object as it is stored, [Definition.Convert] at
//     another version.
//   - [Version.Default] sets defaults again, as the server does after every mutating
//     webhook.
//   - [Definition.Names], [Definition.Scope], [Version.Subresources] and others say what
//     the crd specifies, [Version.Schema] its schema.
//   - [Version.Scale] returns the Scale of an object, which a request of [UpdateScale]
//     writes.
//   - [Version.Table] returns the table of objects that kubectl prints.
//
// [ValidateCRD] and [Compiler.AdmitCRD] return what the server answers
// when a CRD is written. Package hints suggests fixes for an invalid crd. Package
// lifecycle does what controllers do to a valid one: conditions, names, discovery,
// deletion, migration of stored versions. Package httpapi reads the query parameters and
// headers of requests and writes warnings. Package structural/apply has the field managers
// of a server: with its Applier in [Request.Fields], Admit records managed fields and applies
// configurations.
//
// The stages are packages of their own and can be called alone: structural, pruning,
// defaulting, versionpriority, celrules, conversion.
//
// # Where maps come from
//
// A [Request] has the text of a body, for which every answer is the server's, or a
// map: [document.DecodeJSON] and [document.DecodeYAML] turn text into maps with the server's rules for
// numbers and repeated fields. An integer is an int64, for the server and here.
// json.Unmarshal and sigs.k8s.io/yaml.Unmarshal make a float64 of every number: pass
// their maps through structural.IntegersFromFloats before anything else. If an error
// comes from such a float64, its Remark says so.
//
// # Where errors are in a file
//
// [document.Document.Positions] and [document.PositionsOf] return the line and column of a path in the
// text: of the errors, dropped fields and warnings of a result.
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
//   - [Definition.Decode] what a client sent;
//   - structural.Normalize and [Version.Default] after each mutation;
//   - [Version.PrepareCreate], [Version.PrepareUpdate] or [Version.PrepareStatus], and
//     before PrepareUpdate [Version.PrepareScale] for an update of the scale, after
//     objectmeta.PrepareCreate or PrepareUpdate if no registry does that already;
//   - [Version.ValidateCreate], [Version.ValidateUpdate] or [Version.ValidateStatus],
//     and [Version.Warnings];
//   - [Definition.EncodeStored] to storage and [Version.DecodeStored] from there.
//
// They take normalized values: of other Go types, an int for example, the verdict is
// wrong. Their results share what has not changed: structural.Clone what a server writes
// into. What remains of Admit compares a request with its URL and with the stored object:
// the methods of registry.Target, and registry.Finalized. "Stage by stage" in docs/MIGRATING.md has all of
// them in order.
//
// Errors in parts that an update does not change are tolerated as the server
// tolerates them, and returned separately. Rules (CEL) are not evaluated if other
// errors prevent it; their cost is part of the result.
//
// # Verdicts and failures
//
// An invalid object is a verdict: [Result] says why, with a [Status] (400, 403, 404, 409,
// 413, 415, 422 or 500: the server rejects the request before validation or after it; 422
// is a JSON patch that does not apply) or Errors (422: the object is invalid). [Result.Status] is the server's answer in
// both cases, the whole Status. Each error has a stable Code, listed in
// docs/ERRORS.md. A Go error is returned only if there is no verdict: the context is
// done, the budget of work is spent (structural.ErrTooMuchWork), an argument is not a JSON
// value, a converter is missing. [Compile] returns the errors of a CRD as a Go error, of which
// structural.ErrorsOf returns the parts.
//
// What to answer for an error, in the order in which to test (docs/FAILURES.md has more, and
// the example called failure is a program):
//
//  1. ctx.Err() is not nil: the call has ended with its context (504).
//  2. errors.Is structural.ErrTooMuchWork: object or CRD are too much work for the budget
//     (503); the same call would end alike.
//  3. errors.As *structural.NotJSONError: a map is not JSON (400, or 500 if the program made
//     it).
//  4. errors.As *[document.DecodeError]: a text is not JSON, YAML or an object (400).
//  5. [StatusOf] is not nil: the server's own answer, with its code; 500 if a converter failed.
//  6. structural.ErrorsOf is not empty: no server could serve the CRD (422).
//  7. Any other error is a mistake of the program (500).
//
// # Bounds
//
// What can take more than 100 ms for an input of 3 MiB takes a context, and returns within
// 100 ms of its end; see SECURITY.md for the exceptions, and code of the caller, such as a
// converter, has to look at the context itself. Each call also has a budget of work, beside
// the cost of rules, which the server limits: the values that it looks at and those that
// defaulting makes. structural.WithBudget sets the budget of each of the calls that a context
// is given to; no call with one of thousands of public definitions and objects takes a
// hundredth of the default. A call whose context is done or whose budget is spent
// (structural.ErrTooMuchWork) is a failure: it has no verdict. SECURITY.md has the figures, and
// what to do about definitions and objects of tenants.
//
// # Sharing and concurrency
//
// No function modifies or keeps its arguments, and a result shares every unchanged
// part with them: treat both as read-only, or copy them with structural.Clone. A
// Definition is immutable and safe for concurrent use. No function reads the clock
// or generates random values: times, UIDs and name suffixes are arguments, and are
// omitted if they are not given.
//
// # Differences from the server
//
// DEVIATIONS.md lists every difference, with the test that pins it. Admission
// webhooks and policies, authorization and quota are out of scope.
package crdschema
