// Package field holds what all errors of this module are made of: the path to a
// value, the kind and the code of an error, its text, and a list of errors with
// a bound on its size. Package structural exports Path, Step, Kind, Code, Error
// and Errors as aliases; the functions that decide how an error prints are for
// the packages of this module only.
//
// An [Error] has two locations. Path is the true one, in the caller's value. The
// printed one is that of a Kubernetes API server, which may be a path in its own
// internal types ([PrintedAt], [PrintedIn]) or nothing at all ([Verbatim]).
//
// Values are not copied and nothing here is modified after it was returned;
// a [List] belongs to one goroutine.
package field
