package hints

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/internal/jsontext"
	"github.com/seed95800270/crdschema/structural"
	"github.com/seed95800270/crdschema/structural/field"
)

const (
	preserve    = "x-kubernetes-preserve-unknown-fields"
	embedded    = "x-kubernetes-embedded-resource"
	intOrString = "x-kubernetes-int-or-string"
	listType    = "x-kubernetes-list-type"
	listMapKeys = "x-kubernetes-list-map-keys"
	mapType     = "x-kubernetes-map-type"
	validations = "x-kubernetes-validations"
)

var typeNames = []string{"array", "boolean", "integer", "number", "object", "string"}

// suggested returns the type that the schema with the error must have at its path or, if any
// is allowed, the type that its other keywords are for, or "".
func (p *problem) suggested() string { return cmp.Or(p.demanded(), suggested(p.parent())) }

func (p *problem) demanded() string {
	schema := p.above(1)
	if len(schema) == 0 {
		return ""
	}
	if len(schema) == p.rootDepth() {
		return "object"
	}
	last := schema[len(schema)-1]
	if last == structural.Field("items") && textAt(p.crd, schema[:len(schema)-1].Append(structural.Field(listType))) == "map" {
		return "object"
	}
	if last.Kind() == field.KeyStep && len(schema) > 2 {
		if parent := schema[:len(schema)-2]; len(parent) == p.rootDepth() || has(objectAt(p.crd, parent), embedded) {
			switch last.Name() {
			case "apiVersion", "kind":
				return "string"
			case "metadata":
				return "object"
			}
		}
		if list := p.list(4); slices.Contains(textsIn(list.schema, listMapKeys), last.Name()) {
			return p.keyType()
		}
	}
	return ""
}

func (p *problem) keyType() string {
	if t := suggested(p.parent()); t != "" && t != "object" && t != "array" {
		return t
	}
	return "string"
}

// suggested returns the type that the keywords of schema are for, or "" if they are for
// several or none.
func suggested(schema map[string]any) string {
	switch {
	case has(schema, "properties", "additionalProperties", "required", "maxProperties", "minProperties", mapType, embedded):
		return "object"
	case has(schema, "items", "maxItems", "minItems", "uniqueItems", listType, listMapKeys):
		return "array"
	case has(schema, "default"):
		return typeOf(schema["default"])
	case has(schema, "enum"):
		return typeOfAll(schema["enum"])
	case has(schema, "format"):
		return typeOfFormat(textIn(schema, "format"))
	case has(schema, "pattern", "maxLength", "minLength"):
		return "string"
	case has(schema, "maximum", "minimum", "multipleOf"):
		return typeOfAll([]any{schema["maximum"], schema["minimum"], schema["multipleOf"]})
	default:
		return ""
	}
}

func typeOf(v any) string {
	switch v := v.(type) {
	case bool:
		return "boolean"
	case string:
		return "string"
	case int64:
		return "integer"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	default:
		return ""
	}
}

func typeOfAll(list any) string {
	values, _ := list.([]any)
	common := ""
	for _, v := range values {
		switch t := typeOf(v); {
		case t == "" || t == common || t == "integer" && common == "number":
		case common == "" || t == "number" && common == "integer":
			common = t
		default:
			return ""
		}
	}
	return common
}

func typeOfFormat(format string) string {
	switch format {
	case "int32", "int64":
		return "integer"
	case "float", "double":
		return "number"
	default:
		return "string"
	}
}

func typing(schema map[string]any, path structural.Path, name string) []change {
	changes := []change{set(path.Append(structural.Field("type")), name)}
	remaining := func(keywords ...string) {
		for _, k := range keywords {
			if has(schema, k) {
				changes = append(changes, remove(path.Append(structural.Field(k))))
			}
		}
	}
	if name != "array" {
		remaining(listType, listMapKeys)
	}
	if name != "object" {
		remaining(mapType, embedded)
	}
	if name == "array" && !has(schema, "items") {
		changes = append(changes, set(path.Append(structural.Field("items")), elements(schema)))
	}
	return changes
}

// elements returns a schema for the items of a list without one: it allows anything, with the
// list map keys as properties.
func elements(list map[string]any) map[string]any {
	keys := textsIn(list, listMapKeys)
	if textIn(list, listType) != "map" || len(keys) == 0 {
		return map[string]any{preserve: true}
	}
	properties := map[string]any{}
	for _, key := range keys {
		properties[key] = map[string]any{"type": "string"}
	}
	return map[string]any{"type": "object", "properties": properties, "required": jsontext.Strings(keys), preserve: true}
}
