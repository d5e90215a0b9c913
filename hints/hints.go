package hints

import (
	"strings"

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

// hint returns the hint for the error, or the zero Hint if there is none.
func (p *problem) hint() Hint {
	if at := p.defaultDepth(); 0 < at && at < len(p.path) {
		return changeDefault(badDefault)(p)
	}
	if h, ok := p.listInBranch(); ok {
		return h
	}
	for _, table := range [][]advice{decoding, lists, structure, branches, keywords, rules, defaultValues, versions, nameAdvice, columns, conversion} {
		for _, a := range table {
			if a.matches(p) {
				return a.hint(p)
			}
		}
	}
	return Hint{}
}

// advice is a row of the tables: which errors it is about, and their hint.
type advice struct {
	kind   structural.Kind
	field  string // the last field or key of the path; empty: any
	detail string // how the detail starts; empty: any
	hint   func(*problem) Hint
}

func (a advice) matches(p *problem) bool {
	return a.kind == p.err.Kind && (a.field == "" || a.field == p.field()) && strings.HasPrefix(p.err.Detail, a.detail)
}

// always returns an advice without edits, which does not depend on the crd.
func always(text string) func(*problem) Hint {
	return func(*problem) Hint { return Hint{Text: text} }
}

// removing returns an advice to remove the value with the error.
func removing(text string) func(*problem) Hint {
	return func(p *problem) Hint { return Hint{text, []Edit{remove(p.path)}} }
}

// setting returns an advice to replace the value with the error by v.
func setting(v any, text string) func(*problem) Hint {
	return func(p *problem) Hint { return Hint{text, []Edit{set(p.path, v)}} }
}
