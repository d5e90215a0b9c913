package hints

import (
	"fmt"
	"slices"

	"github.com/seed95800270/crdschema/internal/crd/decode"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// wrongType converts a value to the type of its field if that is lossless. A string with an
// error is not a valid time if the type is string, and not valid base64 if the type is
// []uint8.
func wrongType(p *problem) draft {
	want := decode.GoType(p.crd, p.path)
	for _, give := range []func() (draft, bool){p.misplaced, p.exclusive, p.numberedVersion, func() (draft, bool) { return p.wrapped(want) }} {
		if d, ok := give(); ok {
			return d
		}
	}
	_, isText := p.value().(string)
	switch last := p.step(1); {
	case last == structural.Field("additionalProperties") || last == structural.Field("additionalItems"):
		return schemaOrBool(p)
	case last == structural.Field("required") && want == "[]string":
		if d, ok := requiredFlag(p); ok {
			return d
		}
	case last == structural.Field("type") && p.rootDepth() > 0:
		if d, ok := listOfTypes(p); ok {
			return d
		}
		if t := p.suggested(); t != "" && !p.inBranch() {
			return p.typed(t, "Change the type to "+t+": the other keywords are for it.")
		}
		return draft{text: "Write one of the types array, boolean, integer, number, object and string."}
	case want == "[]uint8" && isText:
		return draft{"Write the certificates in PEM, encoded as base64, as " + p.field() + ".", []change{remove(p.path)}}
	case want == "string" && isText:
		return draft{"Write the time as in 2026-01-31T12:00:00Z, or leave " + p.field() + " to the server.", []change{remove(p.path)}}
	}
	text := fmt.Sprintf("Write %s as %s.", wordFor(want), p.field())
	if p.step(1).Kind() == field.IndexStep {
		text = fmt.Sprintf("Write %s as an item of %s.", wordFor(want), p.field())
	}
	if v, ok := convert(p.value(), want); ok {
		return draft{text, []change{set(p.path, v)}}
	}
	return draft{text: text}
}

func schemaOrBool(p *problem) draft {
	text := "Write a schema, true or false as " + p.field() + "."
	if word, isText := p.value().(string); isText {
		if v, ok := toBoolean(word); ok {
			return draft{text, []change{set(p.path, v)}}
		}
	}
	if list, _ := p.value().([]any); len(list) == 1 {
		if schema, ok := list[0].(map[string]any); ok {
			return draft{text, []change{set(p.path, schema)}}
		}
	}
	return draft{text, []change{remove(p.path)}}
}

func requiredFlag(p *problem) (draft, bool) {
	flag := p.value()
	if word, isText := flag.(string); isText {
		flag, _ = toBoolean(word)
	}
	name, schema := p.step(2), p.above(3)
	if p.step(3) != structural.Field("properties") || name.Kind() != field.KeyStep && name.Kind() != field.FieldStep {
		return draft{}, false
	}
	switch flag {
	case false:
		return draft{"Remove required: a property is optional unless required of the schema around it names it.", []change{drop(p.path)}}, true
	case true:
		required := textsIn(objectAt(p.crd, schema), "required")
		if !slices.Contains(required, name.Name()) {
			required = append(required, name.Name())
		}
		at := schema.Append(structural.Field("required"))
		if list, isList := valuepath.At(p.crd, at).([]any); valuepath.At(p.crd, at) != nil && (!isList || len(list) > len(required)) {
			return draft{}, false
		}
		return draft{"Name " + name.Name() + " in required of the schema around it: required is a list of properties.", []change{drop(p.path), set(at, jsontext.Strings(required))}}, true
	default:
		return draft{}, false
	}
}

func listOfTypes(p *problem) (draft, bool) {
	list, _ := p.value().([]any)
	var named []map[string]any
	for _, v := range list {
		name, ok := v.(string)
		if !ok || canonical(name) == "" {
			return draft{}, false
		}
		named = append(named, map[string]any{"type": name})
	}
	types, null := typesOf(named)
	var changes []change
	text := "Write one type, not a list of types."
	if null {
		text = "Write one type, and nullable: true in place of null."
		changes = append(changes, set(p.sibling("nullable"), true))
	}
	switch {
	case types.sole() != "":
		return draft{text, append(changes, set(p.path, types.sole()))}, true
	case types.intOrString() && !has(p.parent(), preserve, embedded) && !p.atRoot():
		return draft{"Write " + intOrString + ": true in place of the types integer and string.", append(changes, drop(p.path), set(p.sibling(intOrString), true))}, true
	case len(types) > 1 && !has(p.parent(), intOrString) && !p.atRoot():
		return draft{"Write " + preserve + ": true in place of the list as type: a value has one type, or any.", append(changes, remove(p.path), set(p.sibling(preserve), true))}, true
	default:
		return draft{}, false
	}
}
