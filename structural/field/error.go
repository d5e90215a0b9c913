package field

import (
	"strconv"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuetext"
)

// Omitted is the Value of an [Error] that prints no value:
// `Invalid value: detail`.
var Omitted omitted

type omitted struct{}

// Error is one reason why a value is invalid. Detail and Error() are the texts of a
// Kubernetes 1.37 API server and change when the server changes them.
type Error struct {
	// Path is the true location in the caller's value, even if the server prints
	// another one.
	Path Path
	// Kind is the way in which the value is wrong.
	Kind Kind
	// Code identifies the rule that the value breaks.
	Code Code
	// Value is the offending value, nil for null, [Omitted] if none is shown.
	// It is shared with the input: do not write to it.
	Value any
	// Detail is the server's explanation, possibly empty.
	Detail string
	// Rule is the index of the broken validation rule among the rules of its
	// schema node, counted from 0.
	Rule int
	// RulePath is the place of the broken validation rule in the schema of the value:
	// `properties[spec].x-kubernetes-validations[1]`. It tells a rule with a fieldPath from a
	// rule of that field. It is nil for errors of other kinds and for errors of a CRD, whose
	// Path is the rule's.
	RulePath Path
	// Remark is what the server does not say: the cause of the error and what to do
	// about it, in a sentence or more. It is empty unless the cause is a float64 that
	// would be right as an int64, as json.Unmarshal makes it, or a CRD that is incomplete.
	// It is part of no text.
	Remark string

	owner    int    // number of steps of Path that lead to the schema with the error
	location string // printed instead of Path, or of all but its last steps
	rest     int    // number of the last steps of Path that are printed after location
	mention  Path   // a second path, which ends Detail
	verbatim bool   // only Detail is printed
	quoted   bool   // an unknown field of a crd, which the server escapes
}

// Location returns the path as the server prints it in front of the error.
func (e *Error) Location() string {
	if rest := e.Path[len(e.Path)-min(e.rest, len(e.Path)):]; len(rest) > 0 {
		return rest.below(e.location, e.print(rest))
	}
	if e.location != "" {
		return e.location
	}
	return e.print(e.Path)
}

// print returns a path as the server prints it in front of an error like e.
func (e *Error) print(p Path) string {
	if e.Kind == UnknownField {
		return p.Dotted()
	}
	return p.String()
}

// Error returns the server's text: location, kind, value and detail.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, Error.Error.
func (e *Error) Error() string {
	switch {
	case e.verbatim:
		return e.Detail
	case e.Kind == UnknownField && e.quoted:
		return "unknown field " + strconv.Quote(e.Location())
	case e.Kind == UnknownField && e.location == "" && e.rest == 0: // one allocation: a request may have thousands
		return e.Path.dotted(`unknown field "`, `"`)
	case e.Kind == UnknownField:
		return `unknown field "` + e.Location() + `"`
	case e.Kind == Undecodable:
		return e.Location() + ": " + e.Detail
	default:
		return e.Location() + ": " + e.Body()
	}
}

// Body returns the text without the location: kind, value and detail.
func (e *Error) Body() string {
	var b strings.Builder
	if int(e.Kind) < len(kinds) {
		b.WriteString(kinds[e.Kind].word)
	}
	if e.Kind.printsValue() && e.Value != any(Omitted) {
		b.WriteString(": ")
		b.WriteString(valuetext.Print(e.Value))
	}
	if e.Detail != "" {
		b.WriteString(": ")
		b.WriteString(e.Detail)
	}
	return b.String()
}

// In returns a copy of e located below steps. A location that is printed instead of the path
// does not change.
func (e *Error) In(steps ...Step) *Error {
	moved := *e
	moved.Path = Path(steps).Append(e.Path...)
	moved.owner += len(steps)
	if e.mention != nil {
		moved.mention = Path(steps).Append(e.mention...)
		moved.Detail = strings.TrimSuffix(e.Detail, e.mention.String()) + moved.mention.String()
	}
	return &moved
}

// Size returns the approximate number of bytes that e takes and prints.
func (e *Error) Size() int {
	return len(e.Detail) + len(e.location) + e.Path.Size() + e.RulePath.Size() + valuetext.SizeOf(e.Value)
}
