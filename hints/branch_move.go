package hints

import (
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// declarer makes the changes that move keywords from a branch to the schema that declares
// the same value.
type declarer struct {
	*problem
	path    structural.Path // of the schema outside
	schema  map[string]any  // as it is after the changes, or nil if it cannot be declared
	made    string          // the name of the declaration in the changes, or ""
	changes []change
}

// declarer returns a declarer for the schema with the error. If the value is not declared
// outside the branch, its changes begin with the declaration.
func (p *problem) declarer() *declarer {
	path, _ := p.outside()
	d := &declarer{problem: p, path: path, schema: maps.Clone(objectAt(p.crd, path))}
	if d.schema != nil {
		return d
	}
	if at, declared := p.declaration(path); declared != nil {
		d.changes, d.made = append(d.changes, set(at, declared)), lastName(at)
		d.schema = maps.Clone(objectAt(declared, path[len(at):]))
	}
	return d
}

func (d *declarer) set(keyword string, v any) {
	d.schema[keyword] = v
	d.changes = append(d.changes, set(d.path.Append(structural.Field(keyword)), v))
}

func (d *declarer) atRoot() bool { return len(d.path) == d.rootDepth() }

func moveOut(p *problem) draft {
	d, keyword := p.declarer(), p.field()
	_, junctor := p.outside()
	if p.inNot() && restricts(keyword) {
		return draft{"Remove not: it cannot depend on " + keyword + ". A validation rule may say it.", p.strip(p.path)}
	}
	moved := d.move(p.path)
	d.moveDependents()
	if moved {
		return draft{"Move " + keyword + " out of " + junctor + ", to the schema that declares the value; branches only restrict it.", d.changes}
	}
	return draft{"Remove " + keyword + " from the branch: branches only restrict a value, and the schema outside of them declares it.", d.changes}
}

// moveDependents moves the keywords that require the one with the error. A keyword of another
// schema goes to the schema outside that declares its value.
func (d *declarer) moveDependents() {
	for _, path := range d.dependents() {
		inner := problem{crd: d.crd, err: d.err, path: path, shared: d.shared}
		if other := inner.declarer(); len(path) != len(d.problem.path) && other.made == "" {
			other.move(path)
			d.changes = append(d.changes, other.changes...)
		} else {
			d.move(path)
		}
	}
}

func (p *problem) dependents() (paths []structural.Path) {
	schemas := []structural.Path{p.above(1)}
	switch p.field() {
	case listType, listMapKeys:
	case "default": // of a list map key: it must have one or be required
		schemas = nil
		if p.step(4) == structural.Field("items") {
			schemas = []structural.Path{p.above(4)}
		}
	case "type":
		if p.step(2) == structural.Field("items") {
			schemas = append(schemas, p.above(2))
		}
	default:
		return nil
	}
	for _, path := range schemas {
		if len(junctorsIn(path)) == 0 { // outside
			continue
		}
		for _, keyword := range []string{listType, listMapKeys, mapType} {
			if has(objectAt(p.crd, path), keyword) && keyword != p.field() {
				paths = append(paths, path.Append(structural.Field(keyword)))
			}
		}
	}
	return paths
}

// move removes a keyword of the schema with the error in a branch, and reports whether the
// schema outside then says the same.
func (d *declarer) move(path structural.Path) bool {
	keyword, v := path[len(path)-1].Name(), valuepath.At(d.crd, path)
	switch own := path[:len(path)-1].Compare(d.above(1)) == 0; {
	case own && d.schema != nil && structural.Equal(d.schema[keyword], v):
	case own && d.takes(keyword):
		d.set(keyword, v)
	case own && keyword == "additionalProperties" && d.opens():
		d.set(preserve, true)
		if v != true {
			d.changes = append(d.changes, d.strip(path)...)
			return false
		}
	case restricts(keyword):
		d.changes = append(d.changes, d.strip(path)...)
		return false
	default:
		d.changes = append(d.changes, remove(path))
		return false
	}
	d.changes = append(d.changes, drop(path))
	return true
}

func restricts(keyword string) bool {
	return slices.Contains([]string{"type", "additionalProperties", intOrString}, keyword)
}

// opens reports whether the schema outside may preserve unknown fields: it must if a branch
// allowed additional properties.
func (d *declarer) opens() bool { return d.schema != nil && !d.inNot() && !has(d.schema, intOrString) }

func (d *declarer) takes(keyword string) bool {
	if d.schema == nil || has(d.schema, keyword) || d.inNot() {
		return false
	}
	t, inJunctor := textIn(d.schema, "type"), d.step(3).Kind() == field.FieldStep && slices.Contains(junctors, d.step(3).Name())
	switch keyword {
	case "title", "description": // of an alternative, not of the value
		return !inJunctor || !d.inAlternative()
	case "nullable":
		return !d.atRoot()
	case "default":
		return !d.decides()
	case listType, listMapKeys:
		return t == "array"
	case mapType:
		return t == "object"
	case preserve:
		return !has(d.schema, intOrString)
	case intOrString:
		return !has(d.schema, preserve, embedded) && (t == "" || t == "string" || t == "integer")
	case embedded:
		return t == "object" && has(d.schema, "properties", preserve) && !has(d.schema, intOrString, "additionalProperties")
	case "additionalProperties":
		return !has(d.schema, "properties", embedded, intOrString) && !d.atRoot() && (t == "" || t == "object")
	default:
		return false
	}
}

// decides reports whether a default outside would decide which branch of oneOf holds, because
// a branch requires the property.
func (d *declarer) decides() bool {
	found := junctorsIn(d.above(1))
	if !slices.ContainsFunc(found, func(i int) bool { return d.problem.path[i].Name() == "oneOf" }) || d.step(2).Kind() != field.KeyStep {
		return false
	}
	return slices.Contains(textsIn(objectAt(d.crd, d.above(3)), "required"), d.step(2).Name())
}
