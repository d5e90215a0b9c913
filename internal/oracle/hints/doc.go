// Package hints applies the edits of hints and compares whether the reference
// still reports the error. Without a reference, hints-kept checks that applying all hints
// of a damaged definition ends, and that it loses nothing without a word.
package hints
