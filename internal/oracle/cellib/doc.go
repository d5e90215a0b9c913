// Package cellib compares the expression languages of internal/cellib with those
// of the reference: what compiles, in which words it does not, what an
// expression gives, what it costs by estimate and in fact.
//
// testdata/expressions.txt has an expression for every overload, with variables
// whose names say what they hold: q1 and q2 are strings that are quantities, or
// nearly. See kinds_test.go for all of them. Each expression is evaluated with
// many values, as variables and as literals.
package cellib
