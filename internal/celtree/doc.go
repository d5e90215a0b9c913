// Package celtree parses CEL expressions into small trees, for programs that read rules rather
// than evaluate them. Macros are not expanded: self.list.all(x, x > 0) is a call of all with
// three arguments, and has(self.a) a call of has.
//
//	tree, err := celtree.Parse("self.min <= self.max", 10_000)
//	tree.Name // "_<=_"
//
// A tree has no types. Nothing is checked besides the syntax.
package celtree
