// Package document decodes JSON and YAML texts to objects as a Kubernetes API server and
// kubectl do, and finds the lines and columns of their fields.
//
// [DecodeJSON] decodes the body of a request, [DecodeYAML] the documents of a file, and
// [DecodeOne] a text with exactly one object. An integer of 64 bits becomes an int64, every
// other number a float64. json.Unmarshal and sigs.k8s.io/yaml.Unmarshal make a float64 of
// every number; pass their maps through structural.IntegersFromFloats instead.
//
// [Document.Positions] and [PositionsOf] return the position of a path in the text: of an
// error, a dropped field, a warning.
//
// # Errors
//
// A [*DecodeError] says that a text cannot be decoded. Any other error is a failure: the
// context is done, or the budget of work is spent (structural.ErrTooMuchWork).
//
// # Sharing and concurrency
//
// A decoded object shares nothing with the text: the caller may modify it. Positions are
// immutable and safe for concurrent use. A Document keeps its text; the text must not be
// changed before Positions has been called.
//
// # Differences from the server
//
// YAML that expands enormously is an error: rows D4 to D8 of DEVIATIONS.md.
package document
