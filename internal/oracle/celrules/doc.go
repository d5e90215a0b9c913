// Package celrules compares the errors and costs of validation rules that do not
// depend on objects with the reference.
package celrules
