package validate

import (
	"strconv"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// location holds the path of a field in the CRD, and the path in the server's internal
// version, which errors print.
type location struct {
	path    structural.Path
	printed string
}

// locationOf returns the location of a top-level field. Both names are equal.
func locationOf(name string) location {
	return location{path: structural.Path{structural.Field(name)}, printed: name}
}

func (l location) field(name string) location { return l.renamed(name, name) }

// renamed returns the location of a field with another name in the internal version.
func (l location) renamed(name, printed string) location {
	return location{path: l.path.Append(structural.Field(name)), printed: l.printed + "." + printed}
}

// inlined returns the location of an object whose fields the internal version has in the
// object around it.
func (l location) inlined(name string) location {
	return location{path: l.path.Append(structural.Field(name)), printed: l.printed}
}

func (l location) index(i int) location {
	return location{path: l.path.Append(structural.Index(i)), printed: l.printed + "[" + strconv.Itoa(i) + "]"}
}

// issues collects the errors of one CRD up to a bound.
type issues struct{ errlist.List }

// omits reports whether no more errors fit, and counts one that is left out then, before
// its location is made: very many elements may have the error.
func (l *issues) omits() bool {
	if l.Full() {
		l.Omit(1)
	}
	return l.Full()
}

func (l *issues) add(at location, e structural.Error) {
	e.Path = at.path
	if at.printed != at.path.String() {
		e = *field.PrintedAt(e, at.printed)
	}
	l.Add(nil, &e)
}

// addBelow adds errors located below at, and drops them from errs: with long paths they
// are large.
func (l *issues) addBelow(at location, errs structural.Errors) {
	for i, e := range errs {
		l.AddPrinted(at.printed, at.path, e)
		errs[i] = nil
	}
}

// addAll adds errors located in the CRD.
func (l *issues) addAll(errs structural.Errors) {
	for _, e := range errs {
		l.Add(nil, e)
	}
}

func (l *issues) invalid(at location, code codes.Code, value any, detail string) {
	l.add(at, structural.Error{Kind: field.Invalid, Code: code, Value: value, Detail: detail})
}

func (l *issues) required(at location, code codes.Code, detail string) {
	l.add(at, structural.Error{Kind: field.Required, Code: code, Value: field.Omitted, Detail: detail})
}

func (l *issues) forbidden(at location, code codes.Code, detail string) {
	l.add(at, structural.Error{Kind: field.Forbidden, Code: code, Value: field.Omitted, Detail: detail})
}

func (l *issues) unsupported(at location, value any, supported ...string) {
	l.add(at, structural.Error{Kind: field.NotSupported, Code: codes.CRDFieldValue, Value: value, Detail: codes.SupportedValues(supported...)})
}
