// Package solve edits an object so that a CEL expression becomes true, or false. It reads the
// expression as text: which fields it names, compares, counts and matches, and writes values
// there. A result is a guess. The caller evaluates the rule, and tries again:
//
//	self := solve.Root(obj, schema)
//	solve.Rule(generator, tree, true, self, nil)
//
// Both ways of every operator are tried at random, so that repeated calls find different
// solutions. The meaning of an expression is in eval.go, as far as it helps; nothing depends
// on it being right.
package solve
