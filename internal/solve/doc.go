// Package solve edits an object so that a CEL expression becomes true, or false. It reads the
// expression as text: which fields it names, compares, counts and matches, and writes values
// there. A result is a guess. The caller evaluates the rule, and tries again:
//
//	self := solve.Root(obj, schema)
//	solve.Edit(generator, solve.Rule{Expr: tree, Self: self}, true, nil)
//
// Both ways of every operator are tried at random, so that repeated calls find different
// solutions. What an expression means is in eval.go, and functions in functions.go: URLs,
// addresses, durations, times and quantities have their types. Nothing depends on it being right,
// or on all functions being there. A reference ([Ref]) also leads to values that are computed, such
// as a part of a string or the key of a map, and writes them where they come from.
package solve
