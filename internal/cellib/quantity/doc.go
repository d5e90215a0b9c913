// Package quantity computes with quantities of resources, such as 500m or 1.5Gi, as
// Kubernetes does, for the functions of CEL rules.
//
// An [Amount] is an int64 and a power of ten, or decimal digits; [Parse] chooses by the
// text. Only the first form can be an integer, and the two are rounded differently as a
// float64. A sum of two amounts of the first form has this form if it fits.
//
// Operations take time linear in the length of the text, whatever the exponent.
//
// # Differences from upstream
//
// Row D23 of DEVIATIONS.md.
package quantity
