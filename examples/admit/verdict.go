package main

import (
	"github.com/seed95800270/crdschema"
	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/structural"
)

// verdict is the answer to one item; its err says why there is none.
type verdict struct {
	item
	request crdschema.Request
	result  crdschema.Result
}

// outcome is what a verdict comes to.
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

// placeInFile is where an error of a definition is in the file, empty if the
// server says so itself.
func (v *verdict) placeInFile(e *structural.Error) string {
	if path := e.Path.String(); v.isDefinition() && path != e.Location() {
		return path
	}
	return ""
}

// hints say what to do about the errors of a definition, each about one; where
// nothing is known a hint is empty.
func (v *verdict) hints() []hints.Hint {
	if !v.isDefinition() {
		return make([]hints.Hint, len(v.result.Errors))
	}
	return hints.ForAll(v.object, v.result.Errors)
}

// kept is the object that the server keeps, nil if it keeps none.
func (v *verdict) kept() map[string]any {
	if v.outcome() != accepted {
		return nil
	}
	return v.result.Object
}

// filledIn are the defaults in the object as the server read it; there are none
// to be told of if it was refused before that.
func (v *verdict) filledIn() []defaulted {
	var all []defaulted
	for _, path := range v.result.Defaulted {
		if value, found := valueAt(v.result.Decoded, path); found {
			all = append(all, defaulted{path, value})
		}
	}
	return all
}

// defaulted is a default and where it was filled in.
type defaulted struct {
	path  structural.Path
	value any
}

// valueAt follows a path into a JSON value.
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
