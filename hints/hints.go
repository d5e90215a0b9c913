package hints

import (
	"context"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/internal/work"
	"github.com/seed95800270/crdschema/structural"
)

// Hint is the advice about one error.
type Hint struct {
	// Text names the change, in a sentence or two, and its losses.
	Text string `json:"text,omitempty"`
	// Edits make the change, in this order. They are nil if it is not mechanical.
	Edits []Edit `json:"edits,omitempty"`
	// Loses are the paths of the values that the edits remove or replace, that the author may
	// have meant, and that the edited CRD does not say elsewhere; and of the limits that they
	// add or lower, beyond which objects are rejected.
	Loses []structural.Path `json:"loses,omitempty"`
}

// Edit sets or removes one value in a CRD.
type Edit struct {
	// Path locates the value in the CRD.
	Path structural.Path `json:"path"`
	// Value is the new value. It may be shared with the CRD.
	Value any `json:"value"`
	// Remove reports whether the value is removed. Value is then nil.
	Remove bool `json:"remove,omitempty"`
}

// For returns the hint for an error that ValidateCRD or Compiler.AdmitCRD found in crd, or
// false without a hint. Its errors are the errors of [ForAll].
func For(ctx context.Context, crd map[string]any, err *structural.Error) (Hint, bool, error) {
	all, failure := ForAll(ctx, crd, structural.Errors{err})
	if failure != nil {
		return Hint{}, false, failure
	}
	return all[0], all[0].Text != "", nil
}

// ForAll returns one hint for each error of crd, with an empty Text for errors without a hint.
// It is faster than calling [For] for each. A CRD with a great many errors may have hints
// without edits.
//
// The error is about ctx or the budget (structural.ErrTooMuchWork). A nil ctx counts as empty.
func ForAll(ctx context.Context, crd map[string]any, errs structural.Errors) ([]Hint, error) {
	w := work.Start(ctx, "looking for hints")
	out := make([]Hint, len(errs))
	normal, err := structural.Normalize(crd)
	if err != nil || crd == nil {
		return out, w.Err()
	}
	object, shared := normal.(map[string]any), &shared{ctx: ctx, work: w, left: maxWork}
	for i, e := range errs {
		if e == nil {
			continue
		}
		if !w.Step(stepsOfHint + len(e.Path)) {
			break
		}
		p := problem{crd: object, err: e, path: e.Path, shared: shared}
		d := p.draft()
		if shared.left < 0 { // values beyond the limit may be lost
			d.changes = nil
		}
		out[i] = d.hint(object)
	}
	if err := w.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

const stepsOfHint = 100

type advice func(*problem) draft

// tables maps codes to the advice about their errors. A code is in at most one of them.
var tables = []map[codes.Code]advice{decoding, kinds, structure, branches, keywords, defaultValues, lists, rules, anyField, nameAdvice, versions, columns, conversion}

func (p *problem) draft() draft {
	if at := p.defaultDepth(); 0 < at && at < len(p.path) {
		return badDefault(p)
	}
	if h, ok := p.listInBranch(); ok {
		return h
	}
	for _, table := range tables {
		if give := table[p.err.Code]; give != nil {
			return give(p)
		}
	}
	if p.defaultDepth() > 0 {
		return badDefault(p)
	}
	return draft{}
}

func byField(fields map[string]advice) advice {
	return func(p *problem) draft {
		if give := fields[p.field()]; give != nil {
			return give(p)
		}
		return draft{}
	}
}

func always(text string) advice {
	return func(*problem) draft { return draft{text: text} }
}

func removing(text string) advice {
	return func(p *problem) draft {
		return draft{text, []change{remove(p.path)}}
	}
}

func dropping(text string) advice {
	return func(p *problem) draft { return draft{text, []change{drop(p.path)}} }
}

func setting(v any, text string) advice {
	return func(p *problem) draft { return draft{text, []change{set(p.path, v)}} }
}
