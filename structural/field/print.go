package field

import "strings"

// PrintedAt returns a copy of e that prints location instead of its path.
func PrintedAt(e Error, location string) *Error {
	e.location, e.rest = location, 0
	return &e
}

// Verbatim returns a copy of e that prints Detail and nothing else, as the
// server does for problems that it reports without a location.
func Verbatim(e Error) *Error {
	e.verbatim = true
	return &e
}

// Quoted returns a copy of e, an unknown field, that escapes its location as
// the server does for the fields of a CRD.
func Quoted(e Error) *Error {
	e.quoted = true
	return &e
}

// Mention appends a second path to the Detail of e. [Error.In] and [Error.PrintedIn] move it
// together with the path of the error. It writes to e: e must not be shared yet.
func (e *Error) Mention(path Path) {
	e.mention = path.Append()
	e.Detail += e.mention.String()
}

// Owner returns the path of the schema that has the error. The path of the error continues
// from there to the keyword, possibly of a schema below.
func (e *Error) Owner() Path { return e.Path[:e.owner].Append() }

// PrintedIn returns copies of the errors located below steps, as [Errors.In]
// does, that print location instead of steps. With the location
// "spec.validation.openAPIV3Schema", an error at `properties[a].type` prints
// `spec.validation.openAPIV3Schema.properties[a].type`.
func (es Errors) PrintedIn(location string, steps ...Step) Errors {
	return es.each(func(e *Error) *Error { return e.PrintedIn(location, steps...) })
}

// PrintedIn returns a copy of e as [Errors.PrintedIn] does.
func (e *Error) PrintedIn(location string, steps ...Step) *Error {
	moved := e.In(steps...)
	if e.verbatim {
		return moved
	}
	moved.mention = nil
	if e.location == "" && e.rest == 0 { // printed by Location only: the text is as long as the path
		moved.location, moved.rest = location, len(e.Path)
	} else {
		moved.location, moved.rest = e.Path.below(location, e.Location()), 0
	}
	if e.mention != nil {
		text, below := e.mention.String(), e.mention.String()
		if len(e.mention) == 0 {
			below = ""
		}
		moved.Detail = strings.TrimSuffix(e.Detail, text) + e.mention.below(location, below)
	}
	return moved
}

// Cause returns the field and the text of e as a cause of a Status: its location and body.
// Printed one after the other they are the error.
func (e *Error) Cause() (location, text string) {
	if e.verbatim {
		return "", e.Detail
	}
	return e.Location(), e.Body()
}
