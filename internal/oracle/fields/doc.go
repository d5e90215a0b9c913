// Package fields compares the decoding errors of the fields of a manifest, and
// the conversion of v1beta1 definitions.
package fields
