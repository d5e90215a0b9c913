// Package gotype holds the Go types into which a Kubernetes API server decodes requests,
// as tables: [Type] has the JSON values that a type accepts, its name in the decoder's
// errors, and the fields of a struct.
//
// Package decoder decodes a body into a type. [Checker] finds the first decoding error of
// a value without decoding it, and [Fits] reports whether there is one. [ReadTypeMeta] and
// [ReadTypeMetaText] read the group, version and kind of a body. The texts of the errors
// are the server's.
package gotype
