package hints

import (
	"slices"

	"github.com/seed95800270/crdschema/structural"
)

// branches are the hints for keywords that must not stand below allOf, anyOf,
// oneOf and not: they say what a value looks like, which is said outside.
//
// Rule: structural.Check.
var branches = []advice{
	{structural.Forbidden, "type", "must be empty to be structural", branchType},
	{structural.Forbidden, validations, "must be empty to be structural", branchRules},
	{structural.Forbidden, "metadata", "must not be specified in a nested context",
		dropping("Remove metadata from the branch: the server knows and checks it itself.")},
	{structural.Forbidden, "", "must be empty to be structural", moveOut},
	{structural.Forbidden, "", "must be undefined to be structural", moveOut},
	{structural.Forbidden, "", "must be false to be structural", moveOut},
}

var junctors = []string{"allOf", "anyOf", "oneOf", "not"}

// outside is the path of the schema that describes the same value as the branch
// around the place, but outside of all branches, and the outermost junctor.
func (s *site) outside() (path structural.Path, junctor string) {
	path = structural.Path{}
	for i := 0; i < len(s.path)-1; i++ {
		step := s.path[i]
		named := i > 0 && s.path[i-1] == structural.Field("properties") && step.Kind() == structural.KeyStep
		if step.Kind() == structural.FieldStep && slices.Contains(junctors, step.Name()) && !named {
			if junctor == "" {
				junctor = step.Name()
			}
			if step.Name() != "not" {
				i++ // the index of the branch
			}
			continue
		}
		path = append(path, step)
	}
	return path, junctor
}

// moveOut moves a keyword from a branch to where it says the same about the same
// value, if it is free there and every value goes through the branch.
func moveOut(s *site) Hint {
	keyword := s.field()
	path, junctor := s.outside()
	to := objectAt(s.manifest, path)
	edits := s.removal()
	if junctor == "allOf" && to != nil && !has(to, keyword) && movable(keyword, to, len(path)) {
		edits = append(edits, set(path.Append(structural.Field(keyword)), s.value()))
		return Hint{"Move " + keyword + " out of " + junctor + ", to the schema that declares the value; branches only restrict it.", edits}
	}
	return Hint{"Remove " + keyword + " from the branch: " + junctor + " only restricts a value, and the schema outside of it declares what the value is.", edits}
}

// removal removes a keyword from a branch, with those that cannot be there
// without it.
func (s *site) removal() []Edit {
	edits := []Edit{remove(s.path)}
	holders := []structural.Path{s.above(1)}
	switch s.field() {
	case listType, listMapKeys:
	case "default": // of a key of a list, which must have one or be required
		holders = nil
		if s.step(4) == structural.Field("items") {
			holders = []structural.Path{s.above(4)}
		}
	case "type":
		if s.step(2) == structural.Field("items") {
			holders = append(holders, s.above(2))
		}
	default:
		return edits
	}
	for _, path := range holders {
		for _, keyword := range []string{listType, listMapKeys, mapType} {
			if has(objectAt(s.manifest, path), keyword) && keyword != s.field() {
				edits = append(edits, remove(path.Append(structural.Field(keyword))))
			}
		}
	}
	return edits
}

// movable tells whether a keyword may stand in a schema.
func movable(keyword string, schema map[string]any, depth int) bool {
	switch keyword {
	case "title", "description", "nullable":
		return true
	case listType, listMapKeys:
		return textOf(schema, "type") == "array"
	case mapType:
		return textOf(schema, "type") == "object"
	case preserve:
		return !has(schema, intOrString)
	default:
		return false
	}
}

// branchType moves a type out, or brings the two types of an int-or-string into
// the one form that is allowed.
func branchType(s *site) Hint {
	if edits := s.asIntOrString(); edits != nil {
		return Hint{"Write the branches as [{type: integer}, {type: string}], in this order and with nothing else in them, beside " + intOrString + ": true.", edits}
	}
	path, junctor := s.outside()
	to := objectAt(s.manifest, path)
	edits := s.removal()
	if t := textAt(s.manifest, s.path); to != nil && !has(to, "type") && slices.Contains(typeNames, t) {
		edits = append(edits, typing(s.manifest, path, t)...)
		return Hint{"Move the type out of " + junctor + ", to the schema that declares the value.", edits}
	}
	return Hint{"Remove the type from the branch: the schema outside of " + junctor + " has the one type of the value.", edits}
}

// asIntOrString rewrites the branches around the place if they are an integer and
// a string, nil if they are not.
func (s *site) asIntOrString() []Edit {
	if s.step(3) != structural.Field("anyOf") {
		return nil
	}
	path := s.above(3)
	schema := objectAt(s.manifest, path)
	if !spellsIntOrString(map[string]any{"anyOf": schema["anyOf"]}) {
		return nil
	}
	pair := []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
	edits := []Edit{set(s.above(2), pair)}
	if outside, _ := s.outside(); len(outside) == len(path) {
		edits = append(edits, set(path.Append(structural.Field(intOrString)), true))
		for _, other := range []string{"type", preserve, embedded} {
			if has(schema, other) {
				edits = append(edits, remove(path.Append(structural.Field(other))))
			}
		}
		return edits
	}
	return nil
}

// branchRules moves rules out of allOf: elsewhere they would mean something else
// outside.
func branchRules(s *site) Hint {
	path, junctor := s.outside()
	to := objectAt(s.manifest, path)
	rules, _ := s.value().([]any)
	if junctor != "allOf" || to == nil {
		return Hint{Text: "Write the rules outside of " + junctor + ", with the condition of the branch in the expression: rules hold for every value."}
	}
	there, _ := to[validations].([]any)
	moved := slices.Concat(there, rules)
	return Hint{"Move the rules out of allOf, to the schema that declares the value.",
		[]Edit{remove(s.path), set(path.Append(structural.Field(validations)), moved)}}
}
