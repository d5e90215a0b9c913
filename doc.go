// Package crdschema answers one question exactly: what would a Kubernetes 1.37
// API server do with this object, given this CustomResourceDefinition? It does
// so without a server, with pure functions over map[string]any.
//
// # How to use it
//
// [Compile] a definition once, then ask it:
//
//   - [Definition.Admit] takes a request to create or update an object and says
//     what the server would keep, drop, fill in, refuse and warn of.
//   - [Definition.Read] takes an object out of storage at any version.
//   - [Definition.Store] puts one into storage, [Definition.Convert] changes its
//     version.
//   - [Version.Default] fills in defaults again, as the server does after every
//     mutating webhook.
//
// About a definition itself, [ValidateDefinition] and [Compiler.AdmitDefinition]
// say whether a server would accept it. Package hints says what to do if not,
// package lifecycle which conditions the crd gets, what clients see of it, and
// which stored versions may be dropped.
//
// [DecodeJSON] and [DecodeYAML] turn text into objects with the server's rules
// for numbers and duplicate fields. The stages are packages of their own and
// can be called alone: structural, pruning, defaulting, versionpriority,
// celrules, conversion.
//
// # What happens to an object, in this order
//
//	body:    root metadata, prune, drop nulls, embedded metadata, default
//	prepare: system fields, namespace, name, status, generation
//	judge:   types, metadata, values, scale, embedded metadata, list types, rules
//
// Errors in parts that an update leaves as they were are tolerated as a server
// tolerates them, and returned apart. Rules (CEL) are not asked about an object
// that other errors make meaningless to them; what they cost is told.
//
// # Verdicts and failures
//
// An object that the server would not accept is a verdict: [Result] says why,
// as [Status] (HTTP 400 and 404: the request could not be understood) or as
// Errors (422: the object is invalid). An error is returned only if no verdict
// could be had: the context is cancelled, an argument is no JSON value, a
// converter failed.
//
// # Sharing and concurrency
//
// Nothing that is passed in is written to or kept, and a result shares every
// untouched part with the input: treat both as read-only, or copy them with
// structural.Clone. A Definition is immutable; any number of goroutines may use
// it at once. No function reads the clock or randomness: what a server takes
// from there is an argument, and left out if it is not given.
//
// # Differences from a server
//
// DEVIATIONS.md lists every difference, with the test that pins it. Admission
// webhooks and policies, authorization, quota and conflicts between writers are
// not part of the question.
package crdschema
