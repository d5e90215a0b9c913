// Package quantity computes with quantities of resources, such as 500m or 1.5Gi,
// as Kubernetes does, for the functions that CEL rules have for them.
//
// An [Amount] is a number in one of two forms, which [Parse] chooses by how the
// number is written: an int64 and a power of ten, or decimal digits. The form
// matters: only the first one can be an integer, and they are rounded differently
// when they are converted to a float64. Sums keep the first form while they fit.
//
// Amounts are immutable and everything is safe for concurrent use. Operations take
// time linear in the length of what was written, whatever the exponent:
// 1e2000000000 is compared without its zeros.
//
// # Differences from upstream
//
// A sum of more than 10,000 digits is an error, such as that of 1e2000000000 and 1;
// the server computes all digits. Sums and comparisons with exponents beyond 32
// bits can overflow on the server, which truncates exponents; here they are right.
package quantity
