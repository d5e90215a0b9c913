// Package cellib has the languages in which Kubernetes versions take the rules of
// a schema: CEL with the functions, macros, validators and switches of each
// version, and what all of it costs.
//
// # Languages
//
// [Env] is the language of a version and a [Use]. A server lets somebody write
// only what the version below knows as well, and reads everything that it ships:
// so each use has a [EnvVersion], the version whose offer counts. Levels offer
//
//	always  lists (listsLibrary), regular expressions, URLs, and CEL itself
//	27      authorization checks, which nothing can be done with here
//	28      numbers of different types compared by order; optional values; quantities
//	29      literals checked; ext.Strings 2, ext.Sets
//	30      IP addresses, networks
//	31      named formats; selectors of authorization checks
//	32      ext.TwoVarComprehensions
//	33      semantic versions
//	34      ext.Lists 3
//	37      lists with includes
//
// of which ext.… come with CEL and the others are the Kubernetes libraries: a
// file each, whose first comment lists functions with their types, first level
// and cost. Values of their own are in package cel below, and the arithmetic of
// quantities in package quantity.
//
// Not offered are cel.bind, math, base64, strings.reverse and jsonpatch.
//
// Older versions are right about what there is, not about the cost and the words
// of their release: both are those of 1.37.
//
// # Cost
//
// Before there is a value, [CostEstimator] estimates the least and the most that
// an expression can cost, from how large its variables can be. [ProgramOptions]
// makes an evaluation count what it does cost, stop at [PerCallLimit], and look
// every [CheckFrequency] elements whether it is cancelled. What is special about
// the prices of functions is with them, in the files cost….go; everything else
// costs what CEL says.
//
// # Sharing
//
// An environment is built when it is first asked for, in about 0.3 ms and 130 kB,
// and kept: seven at most, since not every level offers something new. That is
// the only state of the package. All of it is safe for concurrent use, and no
// function keeps or writes to what it is given.
//
// # Differences from upstream
//
//   - Sums of quantities with more than 10,000 digits are errors; see package
//     quantity, where no exponent makes anything slow.
//   - The parameters of a URL are visited in byte order, not at random.
//   - A stored expression may call what its version ships. The server of 1.37
//     reads what 1.37 ships, whatever version it emulates.
package cellib
