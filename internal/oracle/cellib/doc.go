// Package cellib compares the CEL environments of internal/cellib with those of
// the reference: which expressions compile, the error messages, the results of
// expressions, and their estimated and actual costs.
//
// testdata/expressions.txt has an expression for every overload, with variables
// whose names tell what they hold: q1 and q2 are strings that are quantities, or
// nearly. See kinds_test.go for all of them. Each expression is evaluated with
// many values, as variables and as literals.
package cellib
