// Package upstream calls the reference implementation, Kubernetes'
// k8s.io/apiextensions-apiserver, with this project's kind of values.
//
// Every function works on deep copies of its arguments, because the reference
// writes to what it gets; the values returned are nobody else's. A panic of the
// reference comes through as a panic, which package parity reports as a
// difference; [Call] makes it an outcome where a comparison expects it.
//
// There are two kinds of references. A function reference calls an exported
// function ([Structural.Prune]). A wrapped reference builds the smallest
// definition or object around the piece in question and picks the answer out of
// what the reference says about the whole ([CheckSchema]).
package upstream

import (
	"io"

	"k8s.io/klog/v2"
)

// The reference logs; test output is no place for that.
func init() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
}
