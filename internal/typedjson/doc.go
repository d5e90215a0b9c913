// Package typedjson writes objects as a Kubernetes API server writes them: an object that the
// server holds in a Go struct has its fields in the order of the struct, any other one has its
// fields in byte order.
//
// [Append] finds the struct of an object by its apiVersion and kind. [Indent] does what
// json.MarshalIndent adds.
package typedjson
