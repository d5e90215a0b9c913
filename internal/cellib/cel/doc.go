// Package cel holds the values that the Kubernetes libraries add to CEL, without their
// functions: quantities, IP addresses, networks, URLs, versions and named formats.
//
// The package and its types have the same names as the server's, because errors contain
// them: "invalid qualifier type: cel.IP".
//
// A [Quantity] belongs to one evaluation; other values are immutable.
package cel
