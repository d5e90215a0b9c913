// Package hints applies the edits of hints and compares whether the reference
// still reports the error.
package hints
