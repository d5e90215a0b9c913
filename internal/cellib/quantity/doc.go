// Package quantity computes with quantities of resources, such as 500m or 1.5Gi,
// as Kubernetes does, for the functions that CEL rules have for them.
//
// An [Amount] is a number and one of two forms, which [Parse] chooses by how the
// number is written: an int64 and a power of ten, or decimal digits. The form
// shows, since only the first one can be an integer, and since both are rounded
// in another way when they become a float64. Sums keep the first form while they
// fit.
//
// Amounts are immutable and everything is safe for concurrent use. Time is linear
// in the length of what was written, whatever the exponent: 1e2000000000 is
// compared without its zeros.
//
// # Differences from upstream
//
// A sum of more than 10,000 digits is refused, as that of 1e2000000000 and 1;
// the server writes them down. Where exponents beyond 32 bits are cut, sums and
// comparisons of the server can overflow; here they are right.
package quantity
