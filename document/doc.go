// Package document decodes JSON and YAML texts to objects as a Kubernetes API server and
// kubectl do, and finds the lines and columns of their fields.
//
// [DecodeJSON] decodes the body of a request, [DecodeYAML] the documents of a file, and
// [DecodeOne] a text with exactly one object. An integer of 64 bits becomes an int64, every
// other number a float64. json.Unmarshal and sigs.k8s.io/yaml.Unmarshal make a float64 of
// every number; pass their maps through structural.IntegersFromFloats instead.
//
// # Errors
//
// A [*DecodeError] says that a text cannot be decoded. Any other error is a failure: the
// context is done, or the budget of work is spent (structural.ErrTooMuchWork).
//
// # Sharing and concurrency
//
// A decoded object shares nothing with the text. Positions are immutable and safe for
// concurrent use. A Document keeps its text: do not change the text before
// [Document.Positions] has been called.
//
// # Differences from the server
//
// Rows D4 to D8 and D12 of DEVIATIONS.md.
package document
