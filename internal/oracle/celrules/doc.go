// Package celrules compares what this project says about validation rules,
// before there is any object, with the reference.
package celrules
