package budget

import (
	"errors"
	"fmt"

	"github.com/seed95800270/crdschema/structural/field"
)

// ErrTooMuchWork matches, with errors.Is, the error of a call that has exceeded its budget.
// Such a call does not have a verdict: an API server would have continued. docs/FAILURES.md
// says what to answer.
var ErrTooMuchWork = errors.New("too much work")

// Error is an [ErrTooMuchWork].
type Error struct {
	// What is what was counted: "steps", "values made" or, for a value that did not go through
	// structural.Normalize, "levels of nesting": no budget changes these.
	What string
	// Of names what alone exceeds the whole budget, such as "a regular expression" or "the
	// types of an expression", or is empty. It is for people.
	Of string
	// Limit is how much the call may count.
	Limit int64
	// Stage is what the call did, or empty. It is for people, and others may be added:
	//
	//   - texts: "decoding", "encoding", "finding positions", "quoting the body";
	//   - CRDs: "reading a definition", "checking a definition", "merging a patch", "looking for
	//     formats";
	//   - schemas: "reading a schema", "writing a schema", "checking the structure of a
	//     schema", "checking the keywords of a schema", "building an OpenAPI document", "hashing a
	//     definition", "looking for hints";
	//   - objects: "pruning", "setting defaults", "coercing metadata", "validating metadata",
	//     "validating embedded metadata", "validating values", "comparing the elements of sets and
	//     maps", "comparing owner references", "checking finalizers", "applying a patch",
	//     "compiling printer columns", "printing a table", "compiling selectable fields",
	//     "selecting an object";
	//   - rules: "compiling rules", "evaluating rules", "reading values of an expression",
	//     "checking rules", "checking the fields of rules", "estimating the costs of rules",
	//     "explaining the costs of rules", "looking for bounds that fit";
	//   - requests to webhooks: "reading a ConversionReview", "reading an AdmissionReview",
	//     "encoding a patch", "evaluating match conditions";
	//   - conversions: "answering a ConversionReview", "calling a webhook", "reading the answer of
	//     a webhook", "checking converted objects", "converting for a round trip", "generating
	//     objects", "reading a declaration", "compiling a declaration", "converting an object as
	//     declared";
	//   - field managers: "merging fields", "extracting fields", "comparing objects".
	Stage string
	// Path leads to the value that the call looked at. It is often empty: some stages do not
	// know it, or the work ended at the root.
	Path field.Path
}

// Error returns the budget, the stage and the path, if it is not empty.
func (e *Error) Error() string {
	text := fmt.Sprintf("%v: more than %d %s", ErrTooMuchWork, e.Limit, e.What)
	if e.Of != "" {
		text = fmt.Sprintf("%v: %s: more than %d %s", ErrTooMuchWork, e.Of, e.Limit, e.What)
	}
	if e.Stage != "" {
		text += " " + e.Stage
	}
	if len(e.Path) > 0 {
		text += " at " + e.Path.String()
	}
	return text
}

// Is reports whether target is [ErrTooMuchWork].
func (e *Error) Is(target error) bool { return target == ErrTooMuchWork }
