// Package walk checks the answers that the tests of examples/apiserver expect: they are the answers of the
// reference server. It has a server of its own, because the walk lists all definitions.
package walk
