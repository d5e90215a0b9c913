package main

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// verdict is the result for one item. Without a verdict, err is the reason.
type verdict struct {
	item
	request crdschema.Request
	result  crdschema.Result
	hints   []hints.Hint // one for each error of a definition
}

type outcome string

const (
	accepted outcome = "accepted"
	rejected outcome = "rejected"
	none     outcome = "none"
)

func (v *verdict) outcome() outcome {
	switch {
	case v.err != nil:
		return none
	case v.result.Accepted():
		return accepted
	default:
		return rejected
	}
}

// pathInFile returns the path of an error of a definition in the file, if the server prints
// another one.
func (v *verdict) pathInFile(e *structural.Error) string {
	if path := e.Path.String(); v.isDefinition() && path != e.Location() {
		return path
	}
	return ""
}

func (v *verdict) hint(i int) string {
	if i < len(v.hints) {
		return v.hints[i].Text
	}
	return ""
}

// kept returns the object in the server's response, or the validated object if the response
// requires a conversion webhook, or nil.
func (v *verdict) kept() map[string]any {
	switch {
	case v.outcome() != accepted:
		return nil
	case v.result.Object == nil:
		return v.result.Validated
	default:
		return v.result.Object
	}
}

func (v *verdict) filledIn() []defaulted {
	var all []defaulted
	for _, path := range v.result.Defaulted {
		if value, found := valueAt(v.result.Decoded, path); found {
			all = append(all, defaulted{path, value})
		}
	}
	return all
}

type defaulted struct {
	path  structural.Path
	value any
}

func valueAt(v any, path structural.Path) (any, bool) {
	for _, step := range path {
		switch in := v.(type) {
		case map[string]any:
			inner, found := in[step.Name()]
			if !found {
				return nil, false
			}
			v = inner
		case []any:
			if step.Index() >= len(in) {
				return nil, false
			}
			v = in[step.Index()]
		default:
			return nil, false
		}
	}
	return v, true
}

type summary struct{ accepted, rejected, none int }

func (s *summary) add(o outcome) {
	switch o {
	case accepted:
		s.accepted++
	case rejected:
		s.rejected++
	case none:
		s.none++
	}
}

func (s *summary) total() int { return s.accepted + s.rejected + s.none }

func (s *summary) exitCode() int {
	switch {
	case s.none > 0:
		return exitNoVerdict
	case s.rejected > 0:
		return exitRejected
	default:
		return exitAccepted
	}
}
