package structural

import (
	"errors"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/structural/field"
)

// The errors of all packages of this module. Package structural/field documents their
// fields and methods, and has the kinds of errors and steps.
type (
	// Error is one reason why a value is invalid. It is data: compare Code and Path, not texts:
	// these change when the server changes them. See structural/field.Error.
	Error = field.Error
	// Errors is a list of errors, empty if there are none. It is not an error itself: see its
	// method Err. See structural/field.Errors.
	Errors = field.Errors
	// Kind is the way in which a value is wrong. See structural/field.Kind.
	Kind = field.Kind
	// Path locates a value in an object, a schema or a CRD, from the root down. See
	// structural/field.Path.
	Path = field.Path
)

// ErrorsOf returns the errors in err: a list, or a list of the single [*Error] or
// [*NotJSONError]. It returns nil if err is any other error.
func ErrorsOf(err error) Errors {
	var not *NotJSONError
	if errors.As(err, &not) {
		return Errors{notJSON(err)}
	}
	return field.ErrorsOf(err)
}

// Field returns the step into the object field called name.
func Field(name string) field.Step { return field.Field(name) }

// Key returns the step into the map entry under key.
func Key(key string) field.Step { return field.Key(key) }

// Index returns the step into the list element i, counted from 0.
func Index(i int) field.Step { return field.Index(i) }

// reporter collects the errors of a walk over a schema. It keeps the path of the walk and copies
// it only for an error.
type reporter struct {
	path Path
	errs errlist.List
}

// usualDepth is the initial capacity of the path of a reporter.
const usualDepth = 32

func newReporter() reporter { return reporter{path: make(Path, 0, usualDepth)} }

func (r *reporter) enter(step field.Step) { r.path = append(r.path, step) }

// step replaces the last step of the path. A walk over many siblings enters an empty step first:
// this costs less than to enter and leave each of them.
func (r *reporter) step(step field.Step) { r.path[len(r.path)-1] = step }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

// report adds an error located below steps from the current path.
func (r *reporter) report(code field.Code, kind Kind, value any, detail string, steps ...field.Step) {
	r.add(&Error{Path: steps, Kind: kind, Code: code, Value: value, Detail: detail})
}

func (r *reporter) add(e *Error) { r.errs.Add(r.path, e) }

func (r *reporter) addAll(errs Errors) {
	for _, e := range errs {
		r.add(e)
	}
}
