// Package celeval compares the evaluation of rules on objects with the reference:
// errors, warnings and actual costs.
package celeval
