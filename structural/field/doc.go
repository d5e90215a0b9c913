// Package field has the errors of a verdict: where a value is, how it is wrong, and the
// text of the API server. All packages of this module return these errors; package
// structural has the same types as aliases.
//
// A [Path] consists of steps: [Field] enters an object at a named field, [Key] a map at an
// arbitrary key, [Index] a list. An [Error] is data: compare Path, Kind, Code and Value.
// [Errors] is a list, not an error: [Errors.Err] returns one Go error for the list, and
// [ErrorsOf] returns the list again.
//
// An error has two locations. Path is the true one, in the caller's value.
// [Error.Location] is what the server prints. It may be a path in its internal types.
// Programs that make errors of their own set it with [PrintedAt], [Error.PrintedIn] or
// [Verbatim].
//
// Values are not copied. Nothing is modified after it was returned, except by
// [Errors.Sort] and [Error.Mention].
package field
