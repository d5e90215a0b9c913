package generate

import "strconv"

// keyword is one of the keywords of a schema and the kind of its value.
type keyword struct {
	name  string
	value valueKind
}

type valueKind int

const (
	textValue valueKind = iota
	flagValue
	countValue
	numberValue
	wordsValue
	anyValue
	valuesValue
	schemaValue
	schemaOrBoolValue
	schemasValue
	propertiesValue
	rulesValue
)

// keywords are all keywords that a server decodes, and some that it does not.
var keywords = []keyword{
	{"$ref", textValue}, {"$schema", textValue}, {"additionalItems", schemaOrBoolValue},
	{"additionalProperties", schemaOrBoolValue}, {"allOf", schemasValue}, {"anyOf", schemasValue}, {"default", anyValue},
	{"definitions", propertiesValue}, {"dependencies", propertiesValue}, {"description", textValue},
	{"enum", valuesValue}, {"example", anyValue}, {"exclusiveMaximum", flagValue}, {"exclusiveMinimum", flagValue},
	{"externalDocs", anyValue}, {"format", textValue}, {"id", textValue}, {"items", schemaValue},
	{"maximum", numberValue}, {"maxItems", countValue}, {"maxLength", countValue}, {"maxProperties", countValue},
	{"minimum", numberValue}, {"minItems", countValue}, {"minLength", countValue}, {"minProperties", countValue},
	{"multipleOf", numberValue}, {"not", schemaValue}, {"nullable", flagValue}, {"oneOf", schemasValue},
	{"pattern", textValue}, {"patternProperties", propertiesValue}, {"properties", propertiesValue},
	{"required", wordsValue}, {"title", textValue}, {"type", textValue}, {"uniqueItems", flagValue},
	{"x-kubernetes-embedded-resource", flagValue}, {"x-kubernetes-int-or-string", flagValue},
	{"x-kubernetes-list-map-keys", wordsValue}, {"x-kubernetes-list-type", textValue},
	{"x-kubernetes-map-type", textValue}, {"x-kubernetes-preserve-unknown-fields", flagValue},
	{"x-kubernetes-validations", rulesValue}, {"const", anyValue}, {"Type", textValue}, {"x-other", anyValue},
}

// keywordText is text for a keyword, fitting or not.
func (g *Generator) keywordText(name string) string {
	switch name {
	case "type":
		return pick(g.chance, []string{"object", "array", "string", "integer", "number", "boolean", "null", "Object", "file", ""})
	case "format":
		return pick(g.chance, append([]string{"", "int32", "float", "unknown", "Date-Time", "i-p-v-4"}, pick(g.chance, formats).is))
	case "pattern":
		return pick(g.chance, append([]string{"", pick(g.chance, patterns).is}, badPatterns...))
	case "x-kubernetes-list-type":
		return pick(g.chance, []string{"atomic", "set", "map", "", "List"})
	case "x-kubernetes-map-type":
		return pick(g.chance, []string{"atomic", "granular", "", "Map"})
	default:
		return g.text()
	}
}

// keywordValue is a value of the kind that the keyword takes; for schemas it
// calls schema.
func (g *Generator) keywordValue(k keyword, schema func() any) any {
	switch k.value {
	case textValue:
		return g.keywordText(k.name)
	case flagValue:
		return g.percent(70)
	case countValue:
		return pick(g.chance, []any{int64(0), int64(1), int64(2), int64(10), int64(-1), int64(1 << 40)})
	case numberValue:
		return pick(g.chance, append([]any{int64(1), int64(-5), 0.5, 1.5}, extremes...))
	case wordsValue:
		return anys(g.names(g.below(4)))
	case valuesValue:
		return []any{g.JSON(), "a", int64(1), nil}[:g.below(5)]
	case schemaValue:
		return schema()
	case schemaOrBoolValue:
		return pick(g.chance, []any{true, false, schema()})
	case schemasValue:
		return []any{schema(), schema()}[:g.below(3)]
	case propertiesValue:
		out := map[string]any{}
		for _, name := range g.names(g.below(4)) {
			out[name] = schema()
		}
		return out
	case rulesValue:
		return []any{map[string]any{"rule": g.keywordRule()}}[:g.below(2)]
	default:
		return g.JSON()
	}
}

func (g *Generator) keywordRule() string {
	n := strconv.Itoa(g.below(9))
	return pick(g.chance, []string{"true", "self == self", "self.size() > " + n, "has(self.a)", "", "(", "self.a[" + n + "]", "oldSelf == self"})
}
