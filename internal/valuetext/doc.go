// Package valuetext prints and measures JSON values as the server's errors show them. It accepts
// any Go value, also one that contains itself.
package valuetext
