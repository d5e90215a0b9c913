// Package conditions compares the changes of definitions after they were written:
// the conditions that controllers set, stored versions, deprecation and
// discovery.
//
// The controllers export only themselves. They run here one after the other on a
// store of a few definitions, until they write nothing more.
package conditions
