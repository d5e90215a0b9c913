// Package upstream calls the reference implementation, Kubernetes'
// k8s.io/apiextensions-apiserver, with values of this project.
//
// Every function works on deep copies of its arguments, because the reference
// modifies its arguments; results are not shared. Panics of the reference are
// passed on, and package parity reports them as differences; [Call] turns a panic
// into a value where a comparison expects it.
//
// There are two kinds of references. A function reference calls an exported
// function ([Structural.Prune]). A wrapped reference builds the smallest
// definition or object around the relevant part and selects the answer from what
// the reference returns for the whole ([CheckSchema]).
package upstream

import (
	"io"

	"k8s.io/klog/v2"
)

// init discards the log of the reference.
func init() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
}
