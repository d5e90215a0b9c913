// Package errlist collects the errors and warnings of one result up to a bound on their size, and
// reports what a list of errors implies. It records the warnings of one request as they are sent.
//
// A [List] belongs to one goroutine.
package errlist
