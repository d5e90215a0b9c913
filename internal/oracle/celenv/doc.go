// Package celenv compares package celrules/celenv with the declared types, values and
// environments of the reference, as programs with expressions of their own use them.
package celenv
