// Package cellib holds the CEL environments in which Kubernetes versions compile
// the rules of a schema: CEL with the functions, macros, validators and switches
// of each version. Package celcost has the costs.
//
// # Versions
//
// [Env] returns the environment of a version and a [Use]. [EnvVersion] returns the
// version whose libraries an expression may use. Versions add
//
//	always  lists (listsLibrary), regular expressions, URLs, and CEL itself
//	27      authorization checks, which cannot be used in a schema
//	28      numbers of different types compared by order; optional values; quantities
//	29      literals checked; ext.Strings 2, ext.Sets
//	30      IP addresses, networks
//	31      named formats; selectors of authorization checks
//	32      ext.TwoVarComprehensions
//	33      semantic versions
//	34      ext.Lists 3
//	37      lists with includes
//
// where ext.… come with CEL and the others are Kubernetes libraries: one file each, with a
// list of the functions with their types, first version and cost. Package cel holds the
// types of their values, and package quantity the arithmetic of quantities.
//
// The libraries cel.bind, math, base64, strings.reverse and jsonpatch do not exist in
// rules.
//
// For older versions the set of functions is exact; costs and error messages are the ones
// of 1.37.
//
// # Cost
//
// A [Planner] makes programs whose steps charge their cost. An [Evaluator] runs them, adds up
// the actual cost, stops at [PerCallLimit], and counts its steps with a work.Tracker, so that
// it ends with the context.
//
// # Sharing
//
// An environment is built on first use, in about 0.3 ms and 130 kB, and kept; versions with
// the same libraries share one. Everything except an Evaluator is safe for concurrent use.
//
// # Differences from upstream
//
//   - Sums of quantities with more than 10,000 digits are errors; see package
//     quantity.
//   - The parameters of a URL are visited in byte order, not at random.
//   - A stored expression may call the functions of its version. A 1.37 server accepts the
//     functions of 1.37, whatever version it emulates.
package cellib
