package hints

import (
	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// Hint says what to do about one error.
type Hint struct {
	// Text says what to change, in a sentence or two.
	Text string
	// Edits make the change, in this order. They are nil if the change is not
	// mechanical.
	Edits []Edit
}

// Edit sets or removes one value in a crd.
type Edit struct {
	// Path locates the value in the crd.
	Path structural.Path
	// Value is the new value, a JSON value that may be shared with the crd.
	Value any
	// Remove reports whether the value is removed. Value is nil then.
	Remove bool
}

// For returns the hint for an error that ValidateDefinition or
// Compiler.AdmitDefinition found in crd. It reports false if there is none.
func For(crd map[string]any, err *structural.Error) (Hint, bool) {
	h := ForAll(crd, structural.Errors{err})[0]
	return h, h.Text != ""
}

// ForAll returns the hints for errors of crd: one for each error, in their order,
// with an empty Text where there is none. It is faster than calling [For] for
// each error.
func ForAll(crd map[string]any, errs structural.Errors) []Hint {
	out := make([]Hint, len(errs))
	normal, err := structural.Normalize(crd)
	if err != nil || crd == nil {
		return out
	}
	for i, e := range errs {
		if e != nil {
			p := problem{crd: normal.(map[string]any), err: e, path: e.Path}
			out[i] = p.hint()
		}
	}
	return out
}

// advice returns the hint for a problem, or the zero Hint if there is none.
type advice func(*problem) Hint

// tables maps codes to the advice about their errors. A code is in at most one of
// them.
var tables = []map[codes.Code]advice{decoding, structure, branches, keywords, defaultValues, lists, rules, anyField, nameAdvice, versions, columns, conversion}

// hint returns the hint for the error, or the zero Hint if there is none.
func (p *problem) hint() Hint {
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
	return Hint{}
}

// byField returns an advice that gives the advice in fields for the last field or key
// of the path. It has no hint for other fields.
func byField(fields map[string]advice) advice {
	return func(p *problem) Hint {
		if give := fields[p.field()]; give != nil {
			return give(p)
		}
		return Hint{}
	}
}

// always returns an advice without edits, which does not depend on the crd.
func always(text string) advice {
	return func(*problem) Hint { return Hint{Text: text} }
}

// removing returns an advice to remove the value with the error.
func removing(text string) advice {
	return func(p *problem) Hint { return Hint{text, []Edit{remove(p.path)}} }
}

// setting returns an advice to replace the value with the error by v.
func setting(v any, text string) advice {
	return func(p *problem) Hint { return Hint{text, []Edit{set(p.path, v)}} }
}
