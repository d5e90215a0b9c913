package structural

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Omitted as an [Error]'s Value prints no value at all: `Invalid value: detail`.
var Omitted omitted

type omitted struct{}

// Error is one reason why a value is not acceptable. It is data: compare Path,
// Kind and Value. The words of Detail and of Error() are those of a Kubernetes
// 1.37 API server and change when the server changes them.
type Error struct {
	// Path is where the value stands in what the caller gave: the true
	// location, also where the server prints another one.
	Path Path
	// Kind says in which way the value is wrong.
	Kind Kind
	// Value is the offending value, nil for null, [Omitted] if none is shown.
	// It is shared with the input: do not write to it.
	Value any
	// Detail is the server's explanation, possibly empty.
	Detail string
	// Rule is the index of the validation rule that was broken, counted from
	// 0 among the rules of its schema node; it only matters for the order of
	// errors.
	Rule int

	owner    int    // how many steps of Path lead to the schema that is wrong
	location string // printed in place of Path
	mention  Path   // a second path, with which Detail ends
	verbatim bool   // nothing but Detail is printed
	quoted   bool   // an unknown field of a manifest, which the server escapes
}

// PrintedAt returns a copy of e that prints location where the server prints
// something else than the true path.
func (e Error) PrintedAt(location string) *Error {
	e.location = location
	return &e
}

// Verbatim returns a copy of e that prints Detail and nothing else, as the
// server does for problems that it reports without a location.
func (e Error) Verbatim() *Error {
	e.verbatim = true
	return &e
}

// Mentioning returns a copy of e whose Detail goes on with the path of another
// place, and keeps doing so when the error is moved.
func (e Error) Mentioning(place Path) *Error {
	e.mention = place.Append()
	e.Detail += e.mention.String()
	return &e
}

// Owner is, for the errors of [CheckKeywords] and [Check], where the schema
// stands that has the error: Path goes on from there to the keyword, which may
// be one of a schema below.
func (e *Error) Owner() Path { return e.Path[:e.owner].Append() }

// Location is the path as the server prints it in front of the error.
func (e *Error) Location() string {
	switch {
	case e.location != "":
		return e.location
	case e.Kind == UnknownField:
		return e.Path.Dotted()
	default:
		return e.Path.String()
	}
}

// in returns a copy of e moved below steps.
func (e *Error) in(steps []Step) *Error {
	moved := *e
	moved.Path = Path(steps).Append(e.Path...)
	moved.owner += len(steps)
	if e.mention != nil {
		moved.mention = Path(steps).Append(e.mention...)
		moved.Detail = strings.TrimSuffix(e.Detail, e.mention.String()) + moved.mention.String()
	}
	return &moved
}

// printedIn returns a copy of e moved below steps, with location printed for
// them.
func (e *Error) printedIn(location string, steps []Step) *Error {
	moved := e.in(steps)
	if e.verbatim {
		return moved
	}
	below := e.Location()
	if e.location == "" && len(e.Path) == 0 {
		below = ""
	}
	moved.location, moved.mention = e.Path.below(location, below), nil
	if e.mention != nil {
		text, below := e.mention.String(), e.mention.String()
		if len(e.mention) == 0 {
			below = ""
		}
		moved.Detail = strings.TrimSuffix(e.Detail, text) + e.mention.below(location, below)
	}
	return moved
}

// below is text, which stands for p, with what is above p in front of it.
func (p Path) below(above, text string) string {
	bracket := strings.HasPrefix(text, "[") && (len(p) == 0 || p[0].Kind() != FieldStep)
	if above == "" || text == "" || bracket {
		return above + text
	}
	return above + "." + text
}

// Error is the server's text: location, kind, value and detail.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, Error.Error.
func (e *Error) Error() string {
	switch {
	case e.verbatim:
		return e.Detail
	case e.Kind == UnknownField && e.quoted:
		return "unknown field " + strconv.Quote(e.Location())
	case e.Kind == UnknownField:
		return `unknown field "` + e.Location() + `"`
	case e.Kind == Undecodable:
		return e.Location() + ": " + e.Detail
	default:
		return e.Location() + ": " + e.Body()
	}
}

// Body is the text without the location: kind, value and detail.
func (e *Error) Body() string {
	var b strings.Builder
	if int(e.Kind) < len(kinds) {
		b.WriteString(kinds[e.Kind].word)
	}
	if e.Kind.printsValue() && e.Value != any(Omitted) {
		b.WriteString(": ")
		b.WriteString(printValue(e.Value))
	}
	if e.Detail != "" {
		b.WriteString(": ")
		b.WriteString(e.Detail)
	}
	return b.String()
}

// printValue prints scalars plainly, strings quoted and everything else as
// JSON, with the fallbacks of the server for what JSON cannot hold.
func printValue(v any) string {
	switch v := v.(type) {
	case int64, int32, float64, float32, bool:
		return fmt.Sprint(v)
	case string:
		return fmt.Sprintf("%q", v)
	}
	if text, err := json.Marshal(v); err == nil {
		return string(text)
	}
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	return fmt.Sprintf("%#v", v)
}
