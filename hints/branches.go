package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/codes"
	"github.com/seed95800270/crdschema/structural"
)

// branches holds the advice about keywords that are not allowed in the branches of
// allOf, anyOf, oneOf and not, because they declare a value: branches may only
// restrict it.
//
// Rule: structural.Check.
var branches = map[codes.Code]advice{
	codes.BranchKeyword: func(p *problem) Hint {
		switch p.field() {
		case "type":
			return branchType(p)
		case validations:
			return branchRules(p)
		default:
			return moveOut(p)
		}
	},
	codes.BranchMetadata:   removing("Remove metadata from the branch: the server knows and checks it itself."),
	codes.BranchUndeclared: declare,
}

var junctors = []string{"allOf", "anyOf", "oneOf", "not"}

// outside returns the path of the schema outside of all branches that declares
// the same value as the branch with the error, and the outermost junctor. The
// junctor is empty if the error is not in a branch.
func (p *problem) outside() (path structural.Path, junctor string) {
	path = structural.Path{}
	for i := 0; i < len(p.path)-1; i++ {
		step := p.path[i]
		named := i > 0 && p.path[i-1] == structural.Field("properties") && step.Kind() == structural.KeyStep
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

// moveOut moves a keyword from a branch to the schema that declares the value, if
// the keyword is unused there and the branch holds for every value.
func moveOut(p *problem) Hint {
	keyword := p.field()
	path, junctor := p.outside()
	to := objectAt(p.crd, path)
	edits := p.removal()
	if junctor == "allOf" && to != nil && !has(to, keyword) && movable(keyword, to) {
		edits = append(edits, set(path.Append(structural.Field(keyword)), p.value()))
		return Hint{"Move " + keyword + " out of " + junctor + ", to the schema that declares the value; branches only restrict it.", edits}
	}
	return Hint{"Remove " + keyword + " from the branch: " + junctor + " only restricts a value, and the schema outside of it declares what the value is.", edits}
}

// removal returns the edits that remove a keyword from a branch, together with the
// keywords that require it.
func (p *problem) removal() []Edit {
	edits := []Edit{remove(p.path)}
	schemas := []structural.Path{p.above(1)}
	switch p.field() {
	case listType, listMapKeys:
	case "default": // of a list map key, which must have one or be required
		schemas = nil
		if p.step(4) == structural.Field("items") {
			schemas = []structural.Path{p.above(4)}
		}
	case "type":
		if p.step(2) == structural.Field("items") {
			schemas = append(schemas, p.above(2))
		}
	default:
		return edits
	}
	for _, path := range schemas {
		for _, keyword := range []string{listType, listMapKeys, mapType} {
			if has(objectAt(p.crd, path), keyword) && keyword != p.field() {
				edits = append(edits, remove(path.Append(structural.Field(keyword))))
			}
		}
	}
	return edits
}

// movable reports whether a keyword is allowed in schema.
func movable(keyword string, schema map[string]any) bool {
	switch keyword {
	case "title", "description", "nullable":
		return true
	case listType, listMapKeys:
		return textIn(schema, "type") == "array"
	case mapType:
		return textIn(schema, "type") == "object"
	case preserve:
		return !has(schema, intOrString)
	default:
		return false
	}
}

// branchType moves a type out of a branch, or rewrites the two types of an
// int-or-string to the only form that is allowed.
func branchType(p *problem) Hint {
	if edits := p.asIntOrString(); edits != nil {
		return Hint{"Write the branches as [{type: integer}, {type: string}], in this order and with nothing else in them, beside " + intOrString + ": true.", edits}
	}
	path, junctor := p.outside()
	to := objectAt(p.crd, path)
	edits := p.removal()
	if t := p.text(); to != nil && !has(to, "type") && slices.Contains(typeNames, t) {
		edits = append(edits, typing(p.crd, path, t)...)
		return Hint{"Move the type out of " + junctor + ", to the schema that declares the value.", edits}
	}
	return Hint{"Remove the type from the branch: the schema outside of " + junctor + " has the one type of the value.", edits}
}

// asIntOrString returns the edits that rewrite the branches around the error to
// the form of an int-or-string, or nil if they are not an integer and a string.
func (p *problem) asIntOrString() []Edit {
	if p.step(3) != structural.Field("anyOf") {
		return nil
	}
	path := p.above(3)
	schema := objectAt(p.crd, path)
	if !isIntOrString(map[string]any{"anyOf": schema["anyOf"]}) {
		return nil
	}
	pair := []any{map[string]any{"type": "integer"}, map[string]any{"type": "string"}}
	edits := []Edit{set(p.above(2), pair)}
	if outside, _ := p.outside(); len(outside) == len(path) {
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

// branchRules moves validation rules out of allOf. Moving those of other junctors
// would change their meaning.
func branchRules(p *problem) Hint {
	path, junctor := p.outside()
	to := objectAt(p.crd, path)
	rules, _ := p.value().([]any)
	if junctor != "allOf" || to == nil {
		return Hint{Text: "Write the rules outside of " + junctor + ", with the condition of the branch in the expression: rules hold for every value."}
	}
	existing, _ := to[validations].([]any)
	moved := slices.Concat(existing, rules)
	return Hint{"Move the rules out of allOf, to the schema that declares the value.",
		[]Edit{remove(p.path), set(path.Append(structural.Field(validations)), moved)}}
}

// declare declares a property or items that only branches of the root specify, with
// the types in those branches.
func declare(p *problem) Hint {
	root := min(p.rootDepth(), len(p.path))
	mentions := branchesAt(objectAt(p.crd, p.path[:root]), p.path[root:])
	declared := declaration(mentions)
	name := "items"
	if last := p.step(1); last != structural.Field("items") {
		name = "property " + last.Name()
	}
	text := "Declare " + name + " with a type outside of the branches, too: they only restrict what is declared."
	if schema := objectAt(p.crd, p.above(2)); name != "items" && has(schema, "additionalProperties") {
		return Hint{Text: "Take " + name + " out of the branches, or declare it in place of additionalProperties: a schema has either properties or additionalProperties."}
	}
	switch own := len(p.path) == root+2; {
	case own && name == "property metadata":
		declared = map[string]any{"type": "object"}
	case own && (name == "property kind" || name == "property apiVersion"):
		declared = map[string]any{"type": "string"}
	}
	return Hint{text, []Edit{set(p.path, declared)}}
}

// branchesAt returns the schemas in branches of schema that describe the value at
// path below it.
func branchesAt(schema map[string]any, path structural.Path) []map[string]any {
	found := appendBranches(nil, schema)
	for i := 0; i < len(path) && len(found) > 0; i++ {
		var below []map[string]any
		for _, b := range found {
			next := objectIn(b, path[i].Name())
			if path[i] == structural.Field("properties") && i+1 < len(path) {
				next = objectIn(next, path[i+1].Name())
			}
			if next != nil {
				below = appendBranches(append(below, next), next)
			}
		}
		if path[i] == structural.Field("properties") {
			i++
		}
		found = below
	}
	return found
}

// appendBranches appends the branches of schema, and those inside of them, to out.
func appendBranches(out []map[string]any, schema map[string]any) []map[string]any {
	for _, junctor := range junctors {
		list, _ := schema[junctor].([]any)
		if junctor == "not" {
			list = []any{schema[junctor]}
		}
		for _, b := range list {
			if branch, ok := b.(map[string]any); ok {
				out = appendBranches(append(out, branch), branch)
			}
		}
	}
	return out
}

// declaration returns a schema that declares the value that several branches
// describe.
func declaration(mentions []map[string]any) map[string]any {
	keywords, properties, items := map[string]any{}, map[string][]map[string]any{}, []map[string]any(nil)
	for _, m := range mentions {
		maps.Copy(keywords, m)
		named := objectIn(m, "properties")
		for name := range named {
			if p, ok := named[name].(map[string]any); ok {
				properties[name] = appendBranches(append(properties[name], p), p)
			}
		}
		if i := objectIn(m, "items"); i != nil {
			items = appendBranches(append(items, i), i)
		}
	}
	out := map[string]any{}
	switch t := textIn(keywords, "type"); {
	case slices.Contains(typeNames, t):
		out["type"] = t
	case suggested(keywords) != "":
		out["type"] = suggested(keywords)
	default:
		out[preserve] = true
	}
	if len(properties) > 0 {
		declared := map[string]any{}
		for name, p := range properties {
			declared[name] = declaration(p)
		}
		out["properties"] = declared
	}
	switch {
	case items != nil:
		out["items"] = declaration(items)
	case out["type"] == "array":
		out["items"] = map[string]any{preserve: true}
	}
	return out
}
