// Package budget limits the work of a call. The budget is part of the context: see
// structural.WithBudget. A call that exceeds it has no verdict and returns an [Error] that
// matches [ErrTooMuchWork].
//
// # Steps
//
// Steps count what a call does, not time, so the same calls in the same order always end
// alike. A step is about the work of looking at one value. Most steps take 10 to 100 ns; a
// pattern with large classes such as \p{L} and parsing YAML take up to about 2 µs. To limit
// time, use the deadline of the context.
//
// Compilation on first use counts for the first call: a pattern, the rules and the printer
// columns of a version, the types of an Applier of package apply. Version.Precompile of the
// root package and Fragment.Precompile of package fragment compile rules before. A call that
// would exceed its budget may therefore succeed after another one.
//
// Steps also limit the sizes of expressions and patterns: what nothing can interrupt counts
// more steps than the default budget has. With more Steps, larger ones are compiled, in
// proportionally more time. With far fewer, they must be smaller.
//
// # What to set
//
// The default is more than 100 times what any of thousands of public objects and CRDs takes:
// an object at most about 360,000 steps and 66 values, a CRD 1,300,000 steps and 379 values.
// For the input of other people, such as the tenants of a server, a tenth of the default has
// ample room: Budget{Steps: 13_000_000, Values: 100_000}.
package budget
