package hints

import (
	"cmp"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural/field"
)

type typeSet map[string]bool

func (s typeSet) sole() string {
	switch {
	case len(s) == 1:
		return slices.Collect(maps.Keys(s))[0]
	case len(s) == 2 && s["integer"] && s["number"]:
		return "number"
	default:
		return ""
	}
}

func (s typeSet) intOrString() bool { return len(s) == 2 && s["integer"] && s["string"] }

func typesOf(schemas []map[string]any) (types typeSet, null bool) {
	types = typeSet{}
	for _, s := range schemas {
		switch t := canonical(textIn(s, "type")); t {
		case "":
		case "null":
			null = true
		default:
			types[t] = true
		}
	}
	return types, null
}

func canonical(name string) string {
	if name == "null" || slices.Contains(typeNames, name) {
		return name
	}
	return cmp.Or(aliases[name], spelling.Nearest(name, typeNames))
}

// branchType moves a type out of a branch. Several types make an int-or-string, a nullable
// value, or a value of any type.
func branchType(p *problem) draft {
	_, junctor := p.outside()
	if p.inNot() {
		return draft{"Remove not: it cannot depend on a type. A validation rule may say it.", p.strip(p.path)}
	}
	if in := p.step(3).Name(); in == "anyOf" || in == "oneOf" {
		if d, ok := p.rewriteIntOrString(p.above(3), in); ok {
			return d
		}
	}
	if canonical(p.text()) == "null" {
		return branchNull(p)
	}
	d := p.declarer()
	text := d.giveType()
	if d.made != "" {
		text = "Declare " + d.made + " outside of " + junctor + ", and leave in the branch only what restricts it."
	}
	d.moveDependents()
	if t := canonical(p.text()); d.schema != nil && t == textIn(d.schema, "type") || t == "" {
		d.changes = append(d.changes, drop(p.path))
		return draft{cmp.Or(text, "Remove the type from the branch: the schema outside of "+junctor+" has it."), d.changes}
	}
	d.changes = append(d.changes, p.strip(p.path)...)
	if text == "" && has(d.schema, preserve) && !has(d.schema, "type") {
		text = "Remove the type from the branch: the schema outside of " + junctor + " takes values of any type."
	}
	text = cmp.Or(text, "Remove the type from the branch: the schema outside of "+junctor+" has the one type of the value.")
	if p.inOneOf() {
		text += " Write anyOf in place of oneOf: several branches may hold without the type."
	}
	return draft{text, d.changes}
}

func (d *declarer) giveType() string {
	_, junctor := d.outside()
	if d.schema == nil || has(d.schema, "type", intOrString) {
		return ""
	}
	mentions, ok := d.mentions(d.path)
	if !ok {
		return ""
	}
	switch types, _ := typesOf(mentions); {
	case has(d.schema, preserve) && d.inAlternative(): // other alternatives may have other types
		return ""
	case types.sole() != "":
		t := types.sole()
		for _, c := range typing(d.schema, d.path, t) {
			d.changes = append(d.changes, c)
			if !c.Remove {
				d.schema[lastName(c.Path)] = c.Value
			}
		}
		return "Move the type out of " + junctor + ", to the schema that declares the value."
	case types.intOrString() && !has(d.schema, embedded):
		d.set(intOrString, true)
		return "Write " + intOrString + ": true outside of " + junctor + " in place of the types, integer and string."
	case len(types) > 1:
		d.set(preserve, true)
		return "Write " + preserve + ": true outside of " + junctor + " in place of the types: a value has one type, or any."
	default:
		return ""
	}
}

func branchNull(p *problem) draft {
	d := p.declarer()
	_, junctor := p.outside()
	if d.schema != nil && !d.atRoot() && !has(d.schema, "nullable") {
		d.set("nullable", true)
	}
	branch := p.above(1)
	if len(p.parent()) > 1 || p.step(2).Kind() != field.IndexStep {
		d.changes = append(d.changes, p.strip(p.path)...)
	} else if list, _ := valuepath.At(p.crd, p.above(2)).([]any); len(list) == 1 {
		d.changes = append(d.changes, drop(p.above(2)))
	} else {
		d.changes = append(d.changes, drop(branch))
	}
	if d.atRoot() {
		return draft{"Remove the branch that allows null: an object is never null.", d.changes}
	}
	return draft{"Remove the branch that allows null, and add nullable: true outside of " + junctor + ".", d.changes}
}
