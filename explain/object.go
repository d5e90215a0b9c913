package explain

import (
	"context"

	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// Explanation says what decided an error of an object, and what would fit.
type Explanation struct {
	// Error is the error. For a field that the server drops, its code is unknown-field.
	Error *structural.Error `json:"error"`
	// Schema is the path of the keyword or the rule that decided, below openAPIV3Schema of
	// the version. It is nil if no part of the schema did: the server has its own rules for
	// metadata and for the values of a scale.
	Schema structural.Path `json:"schema,omitempty"`
	// Demand is the value at Schema: a limit, the text of a rule.
	Demand any `json:"demand,omitempty"`
	// Fits describes the values that fit, in a few words: "at most 10". It is empty if only
	// Demand does.
	Fits string `json:"fits,omitempty"`
	// Since is the first minor version with the check, "1.34", or empty if it is in all
	// supported versions.
	Since string `json:"since,omitempty"`
	// Edits change the object so that it does not have the error, and no other one. The
	// definition has judged the edited object. Edits are nil if none were found. They share
	// values with nothing.
	Edits []hints.Edit `json:"edits,omitempty"`
}

// Object explains the errors of a result of [crdschema.Definition.Admit] for the same request,
// in the order of the errors, and then the fields that the server drops.
//
// Edits belong to the object of the request or, for a patch, to result.Decoded. They are searched
// for one error at a time. The edits of several explanations may change the same value: apply
// one, and admit the object again. Errors of a scale, and of a result without a decoded object,
// have no edits. The number of attempts is bounded: an object with a great many errors has edits
// for the first ones.
// An edited object that takes more than half of what is left of the budget is left out, and the search ends with
// three quarters of the budget.
//
// The error is about the context or the budget (structural.ErrTooMuchWork).
func Object(ctx context.Context, d *crdschema.Definition, req crdschema.Request, result crdschema.Result) ([]Explanation, error) {
	ctx, w := work.Share(ctx)
	errs := result.Errors
	for _, path := range result.Dropped {
		errs = append(errs[:len(errs):len(errs)], &structural.Error{Path: path, Kind: field.UnknownField, Code: codes.UnknownField, Value: field.Omitted})
	}
	if len(errs) == 0 {
		return nil, w.Err()
	}
	s, err := newSearch(ctx, w, d, req, result)
	if err != nil {
		return nil, err
	}
	out := make([]Explanation, len(errs))
	for i, e := range errs {
		if !w.Step(stepsOfExplanation + len(e.Path)) {
			break
		}
		if out[i], err = s.explain(ctx, w, e); err != nil {
			return nil, err
		}
	}
	return out, w.Err()
}

const stepsOfExplanation = 100

func (s *search) explain(ctx context.Context, w *work.Tracker, e *structural.Error) (Explanation, error) {
	cause := s.schema.cause(ctx, w, e, valuepath.At(s.object, e.Path))
	properties, _ := cause.schema["properties"].(map[string]any)
	if !w.Step(len(properties)) {
		return Explanation{}, w.Err()
	}
	out := Explanation{Error: e, Schema: cause.path, Demand: cause.demand, Fits: cause.fits(e), Since: since(cause)}
	var err error
	out.Edits, err = s.edits(e, cause)
	return out, err
}
