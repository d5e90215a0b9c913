// Package cellib compares the CEL environments of internal/cellib with the environments of
// the reference: which expressions compile, the error messages, the results of expressions,
// and their estimated and actual costs.
//
// testdata/expressions.txt has an expression for every overload, with variables named after
// their values: q1 and q2 are strings that are quantities, or nearly. kinds_test.go has all
// of them. Each expression is evaluated with many values, as variables and as literals.
package cellib
