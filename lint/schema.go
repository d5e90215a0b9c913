package lint

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed95800270/crdschema/hints"
	"github.com/seed95800270/crdschema/internal/format"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/internal/kubeversion"
	"github.com/seed95800270/crdschema/internal/spelling"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/validation"
)

// pairs are the keywords that limit a value from below and from above.
var pairs = [][2]string{{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"}}

// limits finds a lower limit above the upper one.
func (l *linter) limits(n node) {
	for _, pair := range pairs {
		if n.schema["x-kubernetes-int-or-string"] == true || !slices.Contains(ofType[pair[0]], n.text("type")) {
			continue // values of other types fit
		}
		low, ok := jsontext.Float(n.schema[pair[0]])
		high, both := jsontext.Float(n.schema[pair[1]])
		exclusive := pair[0] == "minimum" && (n.schema["exclusiveMinimum"] == true || n.schema["exclusiveMaximum"] == true)
		if !ok || !both || low < high || low == high && !exclusive {
			continue
		}
		fix := hints.Hint{Text: fmt.Sprintf("Correct %s or %s.", pair[0], pair[1])}
		if low > high {
			fix = hints.Hint{
				Text:  fmt.Sprintf("Perhaps they are swapped: write %s: %v and %s: %v.", pair[0], n.schema[pair[1]], pair[1], n.schema[pair[0]]),
				Edits: []hints.Edit{{Path: n.at(pair[0]), Value: n.schema[pair[1]]}, {Path: n.at(pair[1]), Value: n.schema[pair[0]]}},
				Loses: []structural.Path{n.at(pair[0]), n.at(pair[1])},
			}
		}
		l.add(CrossedLimits, n.at(pair[0]), fmt.Sprintf("No value fits: %s is %v, and %s is %v.", pair[0], n.schema[pair[0]], pair[1], n.schema[pair[1]]), fix)
	}
}

// required finds names in required that are not declared, so that the server drops the fields.
func (l *linter) required(n node) {
	properties, _ := n.schema["properties"].(map[string]any)
	_, anyField := n.schema["additionalProperties"].(map[string]any)
	if l.open || anyField || n.schema["additionalProperties"] == true || n.schema["x-kubernetes-preserve-unknown-fields"] == true || n.text("type") != "object" {
		return
	}
	names := n.texts("required")
	var others []string // declared and not required
	for i, name := range names {
		if l.steps > mostSteps {
			return
		}
		if has(properties, name) || n.resource && slices.Contains([]string{"apiVersion", "kind", "metadata"}, name) || n.isMetadata() {
			continue
		}
		at := n.at("required").Append(structural.Index(i))
		fix := hints.Hint{Text: "Declare " + name + " as a property, or remove it from required.",
			Edits: []hints.Edit{{Path: at, Remove: true}}, Loses: []structural.Path{at}}
		if others == nil {
			others = free(properties, names)
		}
		if !l.work.Step(1 + len(others)) {
			return
		}
		if meant := spelling.Nearest(name, others); meant != "" {
			fix = hints.Hint{Text: "Write " + meant + " in place of " + name + ".", Edits: []hints.Edit{{Path: at, Value: meant}}}
		}
		l.add(RequiredUndeclared, at, "No object can have "+name+": it is required, but the server drops it, because it is not declared.", fix)
	}
}

// isMetadata reports whether the schema is the metadata of a resource, whose fields the server
// knows.
func (n node) isMetadata() bool {
	last := len(n.path) - 1
	return last > 0 && n.path[last] == structural.Key("metadata")
}

// free returns the sorted names of properties that are not taken.
func free(properties map[string]any, taken []string) []string {
	others := maps.Clone(properties)
	for _, name := range taken {
		delete(others, name)
	}
	out := make([]string, 0, len(others))
	for name := range others {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// enum finds an enum without values, and one that refuses the null of a nullable value.
func (l *linter) enum(n node) {
	list, isList := n.schema["enum"].([]any)
	switch {
	case isList && len(list) == 0:
		at := n.at("enum")
		l.add(EnumEmpty, at, "The server ignores an enum without values: every value fits.",
			hints.Hint{Text: "Name the values, or remove enum.", Edits: []hints.Edit{{Path: at, Remove: true}}})
	case isList && n.schema["nullable"] == true && !slices.Contains(list, nil) && l.refusesNull(list):
		at := n.at("enum")
		l.add(EnumWithoutNull, at, "nullable has no effect: enum refuses null.",
			hints.Hint{Text: "Add null to enum, or remove nullable.", Edits: []hints.Edit{{Path: at, Value: append(slices.Clip(list), nil)}}})
	}
}

// refusesNull asks the validator: it decides.
func (l *linter) refusesNull(list []any) bool {
	s, errs, err := structural.FromMap(l.ctx, map[string]any{"nullable": true, "enum": list})
	if err != nil || len(errs) > 0 {
		return false
	}
	found, err := validation.Compile(s).Validate(l.ctx, nil)
	return err == nil && len(found) > 0
}

// ofType are the types that a keyword limits.
var ofType = map[string][]string{
	"minimum": {"integer", "number"}, "maximum": {"integer", "number"}, "multipleOf": {"integer", "number"},
	"exclusiveMinimum": {"integer", "number"}, "exclusiveMaximum": {"integer", "number"},
	"minLength": {"string"}, "maxLength": {"string"}, "pattern": {"string"},
	"minItems": {"array"}, "maxItems": {"array"}, "items": {"array"},
	"minProperties": {"object"}, "maxProperties": {"object"}, "required": {"object"}, "properties": {"object"},
}

// twins are the keywords with the meaning of another one for another type.
var twins = map[string]map[string]string{
	"minimum":       {"string": "minLength", "array": "minItems", "object": "minProperties"},
	"maximum":       {"string": "maxLength", "array": "maxItems", "object": "maxProperties"},
	"minLength":     {"array": "minItems", "integer": "minimum", "object": "minProperties"},
	"maxLength":     {"array": "maxItems", "integer": "maximum", "object": "maxProperties"},
	"minItems":      {"string": "minLength", "object": "minProperties"},
	"maxItems":      {"string": "maxLength", "object": "maxProperties"},
	"minProperties": {"array": "minItems", "string": "minLength"},
	"maxProperties": {"array": "maxItems", "string": "maxLength"},
}

// keywords finds keywords for other types than the schema's.
func (l *linter) keywords(n node) {
	t := n.text("type")
	if t == "" || n.schema["x-kubernetes-int-or-string"] == true {
		return
	}
	names := make([]string, 0, len(ofType))
	for name := range n.schema {
		if types := ofType[name]; types != nil && !slices.Contains(types, t) && n.schema[name] != nil && n.schema[name] != false {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fix := hints.Hint{Text: "Remove " + name + ".", Edits: []hints.Edit{{Path: n.at(name), Remove: true}}, Loses: []structural.Path{n.at(name)}}
		if twin := twins[name][t]; twin != "" && !has(n.schema, twin) && natural(n.schema[name]) {
			fix = hints.Hint{Text: "Perhaps " + twin + " is meant in place of " + name + ".", Edits: []hints.Edit{{Path: n.at(name), Remove: true}, {Path: n.at(twin), Value: n.schema[name]}}}
		}
		l.add(KeywordOfOtherType, n.at(name), fmt.Sprintf("%s has no effect: the type is %s.", name, t), fix)
	}
}

func natural(v any) bool {
	n, ok := v.(int64)
	return ok && n >= 0
}

// format finds formats that the server does not check.
func (l *linter) format(n node) {
	name, t := n.text("format"), n.text("type")
	if name == "" || n.schema["x-kubernetes-int-or-string"] == true || format.Recognized(t, name, kubeversion.Newest-1) {
		return
	}
	fix := hints.Hint{Text: "Remove format, or say it with a pattern.", Edits: []hints.Edit{{Path: n.at("format"), Remove: true}}, Loses: []structural.Path{n.at("format")}}
	if meant := spelling.Nearest(name, formats[t]); meant != "" {
		fix = hints.Hint{Text: "Write " + meant + " in place of " + name + ".", Edits: []hints.Edit{{Path: n.at("format"), Value: meant}}}
	}
	l.add(FormatUnknown, n.at("format"), fmt.Sprintf("The server does not check the format %s of type %s: it does not know it.", jsontext.Of(name), t), fix)
}

var formats = map[string][]string{
	"integer": {"int32", "int64"}, "number": {"float", "double"},
	"string": {"bsonobjectid", "byte", "cidr", "creditcard", "date", "date-time", "duration", "email", "hexcolor", "hostname", "ipv4", "ipv6",
		"isbn", "isbn10", "isbn13", "mac", "password", "rgbcolor", "ssn", "uri", "uuid", "uuid3", "uuid4", "uuid5"},
}
