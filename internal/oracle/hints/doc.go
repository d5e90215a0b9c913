// Package hints carries out the edits that hints propose and asks the reference
// whether the error is gone.
package hints
