// Package fields compares what a server says about the fields of a manifest
// before it validates it, and what becomes of definitions of v1beta1.
package fields
