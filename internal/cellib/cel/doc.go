// Package cel holds the values that the Kubernetes libraries add to CEL, without
// their functions: quantities, IP addresses, networks, URLs, versions and named
// formats.
//
// The package and its types have the names of the server's, because errors show
// them: a value that cannot be an index is an "invalid qualifier type: cel.IP".
//
// All values but [Quantity] are immutable. A quantity belongs to one evaluation.
package cel
