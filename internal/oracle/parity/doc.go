// Package parity runs comparisons of this project with the reference.
//
// A comparison is a name, a list of [Cases] and a function that calls both
// implementations with one case and passes both answers to a [Check]:
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
// A run ends with one line on standard output,
//
//	parity <name>: cases=N equal=N listed=N diff=N
//
// after the first differences: the label of the case, its input, both answers, and
// the differences between them. The input is reduced to the part that matters
// ([Reducer]); it keeps failing in the same way. The test fails if there is a
// difference or no case. With ORACLE_CASE=text only the cases whose label contains
// the text run.
//
// # Listed differences
//
// A difference that DEVIATIONS.md explains counts as listed if the comparison
// names the row and shows that the row explains all of the difference. It returns
// the reference's answer as the row changes it,
//
//	c.Equal("object", ours, theirs, parity.Row("D7", func() any { return corrected(theirs) }))
//
// and ours must equal that. A row that is not in DEVIATIONS.md fails the run,
// whether a case needed it or not.
//
// # Numbers of cases
//
// Generated cases come from [Generated] and [Times] and are seeded with their
// index, so a label identifies a case. [Full] returns how many there are: all of
// them if ORACLE_FULL=1, a tenth otherwise.
package parity
