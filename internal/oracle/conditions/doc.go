// Package conditions compares what becomes of definitions after they were
// written: the conditions that a server's controllers give them, which versions
// are stored, deprecation and discovery.
//
// The controllers export nothing but themselves. They run here one after the
// other against a store of a few definitions, until they have nothing to write
// any more.
package conditions
