package hints

import (
	"cmp"
	"math"
	"slices"

	"github.com/seed95800270/crdschema/structural"
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

// typeNames are the types that a schema may have.
var typeNames = []string{"array", "boolean", "integer", "number", "object", "string"}

// suggested is the type that the schema around the place is to have, for what it
// describes or for what its other keywords speak of; empty if nothing tells.
func (s *site) suggested() string { return cmp.Or(s.demanded(), suggested(s.around())) }

// demanded is the type that the schema around the place must have where it
// stands, empty if any will do.
func (s *site) demanded() string {
	schema := s.above(1)
	if len(schema) == 0 {
		return ""
	}
	if len(schema) == s.schemaRoot() {
		return "object"
	}
	last := schema[len(schema)-1]
	if last == structural.Field("items") && textAt(s.manifest, schema[:len(schema)-1].Append(structural.Field(listType))) == "map" {
		return "object"
	}
	if last.Kind() == structural.KeyStep && len(schema) > 2 {
		if owner := schema[:len(schema)-2]; len(owner) == s.schemaRoot() || has(objectAt(s.manifest, owner), embedded) {
			switch last.Name() {
			case "apiVersion", "kind":
				return "string"
			case "metadata":
				return "object"
			}
		}
		if list := s.list(4); slices.Contains(textsOf(list.schema, listMapKeys), last.Name()) {
			return s.keyType()
		}
	}
	return ""
}

// keyType is the type of a key of a list: a scalar.
func (s *site) keyType() string {
	if t := suggested(s.around()); t != "" && t != "object" && t != "array" {
		return t
	}
	return "string"
}

// suggested is the type that the other keywords of a schema speak of, empty if
// they are silent.
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
		return typeOfFormat(textOf(schema, "format"))
	case has(schema, "pattern", "maxLength", "minLength"):
		return "string"
	case has(schema, "maximum", "minimum", "multipleOf"):
		return typeOfAll([]any{schema["maximum"], schema["minimum"], schema["multipleOf"]})
	default:
		return ""
	}
}

// typeOf is the type of which v is a value, empty for null.
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

// typeOfAll is the type of all values in a list, null aside, empty if they have
// several.
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

// typing is the edits that give the schema at path a type, and take from it what
// another type would be needed for.
func typing(manifest map[string]any, path structural.Path, name string) []Edit {
	schema := objectAt(manifest, path)
	edits := []Edit{set(path.Append(structural.Field("type")), name)}
	drop := func(keywords ...string) {
		for _, k := range keywords {
			if has(schema, k) {
				edits = append(edits, remove(path.Append(structural.Field(k))))
			}
		}
	}
	if name != "array" {
		drop(listType, listMapKeys)
	}
	if name != "object" {
		drop(mapType, embedded)
	}
	if name == "array" && !has(schema, "items") {
		edits = append(edits, set(path.Append(structural.Field("items")), elements(schema)))
	}
	return edits
}

// elements is a schema for the elements of a list about which nothing is said,
// but for the keys that they have in a list of type map.
func elements(list map[string]any) map[string]any {
	keys := textsOf(list, listMapKeys)
	if textOf(list, listType) != "map" || len(keys) == 0 {
		return map[string]any{preserve: true}
	}
	properties := map[string]any{}
	for _, key := range keys {
		properties[key] = map[string]any{"type": "string"}
	}
	return map[string]any{"type": "object", "properties": properties, "required": asList(keys), preserve: true}
}
