package hints

import (
	"strings"

	"github.com/seed95800270/crdschema/structural"
)

// Hint is advice about one error.
type Hint struct {
	// Text says what to change.
	Text string
	// Edits make the change; nil if it is not mechanical.
	Edits []Edit
}

// For is the hint for an error of a normalised manifest, located in the
// manifest. ok is false if there is none.
func For(manifest map[string]any, err *structural.Error) (hint Hint, ok bool) {
	s := &site{manifest: manifest, err: err, path: err.Path}
	if at := s.defaultValue(); 0 < at && at < len(s.path) {
		return setDefault(badDefault)(s), true
	}
	if h, ok := s.listInBranch(); ok {
		return h, true
	}
	for _, advice := range [][]advice{decoding, lists, shapes, branches, keywords, rules, defaultValues, versions, nameAdvice, columns, conversions} {
		for _, a := range advice {
			if a.about(s) {
				return a.give(s), true
			}
		}
	}
	return Hint{}, false
}

// advice is a row of the tables: which errors it is about, and the hint.
type advice struct {
	kind   structural.Kind
	field  string // the last named step of the path; empty: any
	detail string // how the detail starts; empty: any
	give   func(*site) Hint
}

func (a advice) about(s *site) bool {
	return a.kind == s.err.Kind && (a.field == "" || a.field == s.field()) && strings.HasPrefix(s.err.Detail, a.detail)
}

// always is a hint that does not depend on the place.
func always(text string) func(*site) Hint {
	return func(*site) Hint { return Hint{Text: text} }
}

// dropping is the hint to remove what stands at the place of the error.
func dropping(text string) func(*site) Hint {
	return func(s *site) Hint { return Hint{text, []Edit{remove(s.path)}} }
}

// setting is the hint to put v at the place of the error.
func setting(v any, text string) func(*site) Hint {
	return func(s *site) Hint { return Hint{text, []Edit{set(s.path, v)}} }
}
