package structural

import (
	"errors"

	"github.com/seed95800270/crdschema/internal/errlist"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural/field"
)

// The types of errors and paths. Package field documents their fields and methods.
type (
	// Error is one reason why a value is invalid. It is data: compare Code and Path, not texts,
	// which change when the server changes them.
	Error = field.Error
	// Errors is a list of errors, empty if there are none. It is not an error itself: see its
	// method Err.
	Errors = field.Errors
	// Kind is the way in which a value is wrong.
	Kind = field.Kind
	// Code identifies an error regardless of its wording: "max-length". Codes are stable;
	// docs/ERRORS.md lists them.
	Code = field.Code
	// Path locates a value in an object, a schema or a CRD, from the root down.
	Path = field.Path
	// Step is one step of a [Path], made with [Field], [Key] or [Index] and comparable with ==.
	Step = field.Step
	// StepKind is the way in which a [Step] enters a value.
	StepKind = field.StepKind
)

// The kinds of errors.
//
// Rule: k8s.io/apimachinery/pkg/util/validation/field, ErrorType.
const (
	// Invalid is a value that breaks a rule.
	Invalid = field.Invalid
	// TypeInvalid is a value of the wrong JSON type or format.
	TypeInvalid = field.TypeInvalid
	// Required is a value that is missing or empty.
	Required = field.Required
	// Forbidden is a value that must not be there.
	Forbidden = field.Forbidden
	// NotSupported is a value outside of an enumeration.
	NotSupported = field.NotSupported
	// Duplicate is a value that must be unique and is not.
	Duplicate = field.Duplicate
	// NotFound is a reference to something that does not exist.
	NotFound = field.NotFound
	// TooLong is a string or a value with too many bytes.
	TooLong = field.TooLong
	// TooShort is a string with too few bytes.
	TooShort = field.TooShort
	// TooMany is a list or map with too many entries.
	TooMany = field.TooMany
	// TooFew is a list or map with too few entries.
	TooFew = field.TooFew
	// Internal is a failure that the input did not cause by itself.
	Internal = field.Internal
	// UnknownField is a field that no schema specifies. A server drops it.
	UnknownField = field.UnknownField
	// Undecodable is a value that the server cannot decode.
	Undecodable = field.Undecodable
)

// The kinds of steps.
const (
	// FieldStep enters an object at a named field; printed `.name`.
	FieldStep = field.FieldStep
	// KeyStep enters a map at an arbitrary key; printed `[key]`.
	KeyStep = field.KeyStep
	// IndexStep enters a list at an index; printed `[3]`.
	IndexStep = field.IndexStep
)

// Omitted is the Value of an [Error] that prints no value: `Invalid value: detail`.
var Omitted = field.Omitted

// ErrorsOf returns the errors in err, which a function that compiles or builds has
// returned: those of a list, or the one of a single [*Error] or [*NotJSONError]. It
// returns nil if err is any other error.
func ErrorsOf(err error) Errors {
	var not *NotJSONError
	if errors.As(err, &not) {
		return Errors{notJSON(err)}
	}
	return field.ErrorsOf(err)
}

// Field returns the step into the object field called name.
func Field(name string) Step { return field.Field(name) }

// Key returns the step into the map entry under key.
func Key(key string) Step { return field.Key(key) }

// Index returns the step into the list element i, counted from 0.
func Index(i int) Step { return field.Index(i) }

// reporter collects the errors of a walk over a schema. It keeps the path of the
// walk, which is copied only for an error.
type reporter struct {
	path Path
	errs errlist.List
}

// usualDepth is the initial capacity of the path of a reporter.
const usualDepth = 32

func newReporter() reporter { return reporter{path: make(Path, 0, usualDepth)} }

func (r *reporter) enter(step Step) { r.path = append(r.path, step) }

// step replaces the last step of the path. A walk over many siblings enters an
// empty step first, which costs less than to enter and leave each of them.
func (r *reporter) step(step Step) { r.path[len(r.path)-1] = step }

func (r *reporter) leave() { r.path = r.path[:len(r.path)-1] }

// report adds an error located below steps from the current path.
func (r *reporter) report(code Code, kind Kind, value any, detail string, steps ...Step) {
	r.add(&Error{Path: steps, Kind: kind, Code: code, Value: value, Detail: detail})
}

// add adds an error located below the current path.
func (r *reporter) add(e *Error) { r.errs.Add(r.path, e) }

// result returns the errors of the walk, or the error that ended it.
func (r *reporter) result(w *work.Tracker) (Errors, error) {
	if err := w.Err(); err != nil {
		return nil, err
	}
	return r.errs.Sorted(), nil
}

// addAll adds errors located below the current path.
func (r *reporter) addAll(errs Errors) {
	for _, e := range errs {
		r.add(e)
	}
}
