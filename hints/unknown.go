package hints

import (
	"fmt"
	"github.com/seed95800270/crdschema/internal/jsontext"
	"slices"
	"strings"

	"github.com/seed95800270/crdschema/internal/valuepath"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

// otherForm renames or moves an unknown field whose value another field can say.
func (p *problem) otherForm(name string, known []string) (draft, bool) {
	parent := p.parent()
	switch {
	case p.step(2) == structural.Field("schema") && p.step(3).Kind() == field.IndexStep && !has(parent, "openAPIV3Schema") && isSchema(parent):
		at := p.above(1)
		return draft{"Put the schema below schema.openAPIV3Schema.", []change{set(at, map[string]any{"openAPIV3Schema": parent})}}, true
	case name == "const" && slices.Contains(known, "enum") && !has(parent, "enum"):
		return draft{"Write enum with one value in place of const.", []change{drop(p.path), set(p.sibling("enum"), []any{p.value()})}}, true
	case name == "examples" && slices.Contains(known, "example") && !has(parent, "example"):
		return p.firstExample()
	}
	plain := strings.TrimRight(name, "0123456789")
	if plain != name && slices.Contains(known, plain) && !has(parent, plain) {
		return draft{fmt.Sprintf("Write %s in place of %s.", plain, name), []change{drop(p.path), set(p.sibling(plain), p.value())}}, true
	}
	return draft{}, false
}

func (p *problem) firstExample() (draft, bool) {
	list, _ := p.value().([]any)
	if len(list) != 1 {
		return draft{}, false
	}
	return draft{"Write example in place of examples.", []change{drop(p.path), set(p.sibling("example"), list[0])}}, true
}

// misplaced moves keywords that are indented as if they were properties.
func (p *problem) misplaced() (draft, bool) {
	n := len(p.path)
	for n > 0 && p.path[n-1].Kind() == field.IndexStep { // items of required
		n--
	}
	if n < 2 || p.path[n-2] != structural.Field("properties") || p.rootDepth() == 0 {
		return draft{}, false
	}
	properties := objectAt(p.crd, p.path[:n-1])
	schemaPath := p.path[:n-2]
	schema, name := objectAt(p.crd, schemaPath), p.path[n-1].Name()
	if text := textIn(properties, name); canonical(text) != "" && !keywordNames[name] {
		at := p.path[:n]
		return draft{"Write the type of " + name + " as its keyword: {type: " + canonical(text) + "}.", []change{set(at, map[string]any{"type": canonical(text)})}}, true
	}
	var moved []string
	var changes []change
	for _, k := range sortedNames(properties) {
		_, isSchema := properties[k].(map[string]any)
		if isSchema || !keywordNames[k] || has(schema, k) && !structural.Equal(schema[k], properties[k]) {
			continue
		}
		moved = append(moved, k)
		changes = append(changes, drop(p.path[:n-1].Append(structural.Key(k))), set(schemaPath.Append(structural.Field(k)), properties[k]))
	}
	if !slices.Contains(moved, name) {
		return draft{}, false
	}
	return draft{fmt.Sprintf("Indent %s less: below properties, it is a property.", listed(moved)), changes}, true
}

// keywordNames are the keywords whose values are not schemas.
var keywordNames = map[string]bool{"type": true, "format": true, "description": true, "title": true, "required": true, "enum": true, "nullable": true,
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true, "minLength": true, "maxLength": true,
	"pattern": true, "minItems": true, "maxItems": true, "uniqueItems": true, "minProperties": true, "maxProperties": true,
	"allOf": true, "anyOf": true, "oneOf": true, "default": true, "example": true, "additionalProperties": true,
	preserve: true, embedded: true, intOrString: true, listType: true, listMapKeys: true, mapType: true, validations: true}

// exclusive corrects exclusiveMinimum and exclusiveMaximum as numbers, which newer versions of JSON
// Schema have.
func (p *problem) exclusive() (draft, bool) {
	keyword := p.step(1).Name()
	bound := map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[keyword]
	limit, isNumber := jsontext.Float(p.value())
	if bound == "" || !isNumber {
		return draft{}, false
	}
	beside, has := jsontext.Float(p.parent()[bound])
	if has && (bound == "minimum" && beside > limit || bound == "maximum" && beside < limit) {
		return draft{fmt.Sprintf("Remove %s: %s beside it says more.", keyword, bound), []change{drop(p.path)}}, true
	}
	text := fmt.Sprintf("Write %s as %s, and %s: true.", p.valueText(), bound, keyword)
	return draft{text, []change{set(p.sibling(bound), p.value()), set(p.path, true)}}, true
}

func (p *problem) valueText() string { return fmt.Sprint(p.value()) }

// numberedVersion corrects the name of a version that is a number.
func (p *problem) numberedVersion() (draft, bool) {
	n, isNumber := jsontext.Float(p.value())
	if !isNumber || p.step(1) != structural.Field("name") || p.step(3) != structural.Field("versions") || n != float64(int64(n)) || n < 1 {
		return draft{}, false
	}
	name := fmt.Sprint("v", int64(n))
	list, _ := valuepath.At(p.crd, specPath("versions")).([]any)
	for _, v := range list {
		version, _ := v.(map[string]any)
		if textIn(version, "name") == name {
			return draft{}, false
		}
	}
	return draft{"Name the version " + name + ": names begin with v, and are not numbers.", []change{set(p.path, name)}}, true
}

// wrapped corrects a text in place of an object with one field.
func (p *problem) wrapped(goType string) (draft, bool) {
	name := map[string]string{"v1.SelectableField": "jsonPath", "v1.ValidationRule": "rule"}[goType]
	if text := p.text(); name != "" && text != "" {
		return draft{fmt.Sprintf("Write {%s: %s}.", name, text), []change{set(p.path, map[string]any{name: text})}}, true
	}
	return draft{}, false
}
