// Package parity runs comparisons of this project with the reference.
//
// A comparison is a name, a list of [Cases] and a function that takes one case
// through both implementations and hands both answers to a [Check]:
//
//	func TestPrune(t *testing.T) {
//		parity.Run(t, "prune", cases, func(c *parity.Check, in input) {
//			c.Equal("object", ours(in), theirs(in))
//		})
//	}
//
// Cases run on all cores, so the function must not write to anything shared. A
// panic on either side is a difference like any other.
//
// # Report
//
// A run ends in one line on standard output,
//
//	parity <name>: cases=N equal=N listed=N diff=N
//
// after the first differences in full: the case's label, its input reduced to
// what matters ([Reducer]), both answers, and what differs between them. The
// test fails if there is a
// difference or no case at all. With ORACLE_CASE=text only the cases whose label
// contains the text run.
//
// # Listed differences
//
// A difference that DEVIATIONS.md explains is counted as listed if the
// comparison names the row and proves that this row, and nothing else, is the
// difference: it gives the answer of the reference as the row changes it,
//
//	c.Equal("object", ours, theirs, parity.Row("D7", func() any { return corrected(theirs) }))
//
// and ours must equal that. A row that DEVIATIONS.md does not have fails the
// run, whether a case needed it or not.
//
// # Numbers of cases
//
// Generated cases come from [Generated] and [Times], seeded by their index, so that
// a label alone identifies a case. [Full] says how many: all of them if ORACLE_FULL=1, a
// tenth otherwise.
package parity
